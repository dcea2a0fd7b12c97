import { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { canonicalRrset } from "./canonicalRrset.ts"
import { encodeRrsig } from "./Rrsig.ts"
import { isFresh, type SignatureWindow, signatureWindow } from "./SignatureWindow.ts"
import { ecdsaP256Sha256, type SigningKey } from "./SigningKey.ts"

const { CDNSKEY, CDS, DNSKEY } = rrTypes

/** Types that the parent validates with the keys of the DS records (RFC 7344, section 4.1). */
const signedByEveryKey = new Set<number>([DNSKEY, CDNSKEY, CDS])

/** Labels of an owner, as counted in an RRSIG (RFC 4034, section 3.1.3). */
const labelCount = (name: DnsName.DnsName): number =>
  (name.includes("\\") ? DnsName.labels(name).length : name.split(".").length - (name === DnsName.root ? 2 : 1))
  - (name.startsWith("*.") ? 1 : 0)

const none = new Uint8Array(0)

/** RRSIG data without the signature. */
const unsigned = (rrset: ImageRrset, signer: DnsName.DnsName, key: SigningKey, window: SignatureWindow): Uint8Array =>
  encodeRrsig({
    type_covered: rrset.type,
    algorithm: ecdsaP256Sha256,
    labels: labelCount(rrset.name),
    original_ttl: rrset.ttl,
    expiration: window.expiration,
    inception: window.inception,
    key_tag: key.key_tag,
    signer,
    signature: none
  })

/** Signatures of a zone with the present window, each made once. */
export class RrsetSignatures {
  readonly #zone: DnsName.DnsName
  readonly #keys: ReadonlyArray<SigningKey>
  readonly #now: () => number
  #window: SignatureWindow
  #made = new WeakMap<ImageRrset, ReadonlyArray<Uint8Array>>()

  constructor(zone: DnsName.DnsName, keys: ReadonlyArray<SigningKey>, now: () => number) {
    this.#zone = zone
    this.#keys = keys
    this.#now = now
    this.#window = signatureWindow(zone, now())
  }

  of(rrset: ImageRrset): ReadonlyArray<Uint8Array> {
    const known = this.#known(rrset)
    if (known !== undefined) return known
    const records = canonicalRrset(rrset)
    return this.#keep(
      rrset,
      this.#keysFor(rrset).map((key) => {
        const rrsig = unsigned(rrset, this.#zone, key, this.#window)
        return Buffer.concat([rrsig, key.sign(Buffer.concat([rrsig, records]))])
      })
    )
  }

  /** Makes the signatures of an RRset on another thread. */
  async prepare(rrset: ImageRrset): Promise<void> {
    if (this.#known(rrset) !== undefined) return
    const made = this.#made
    const records = canonicalRrset(rrset)
    const signatures = this.#keysFor(rrset).map(async (key) => {
      const rrsig = unsigned(rrset, this.#zone, key, this.#window)
      return Buffer.concat([rrsig, await key.signAside(Buffer.concat([rrsig, records]))])
    })
    made.set(rrset, await Promise.all(signatures))
  }

  #known(rrset: ImageRrset): ReadonlyArray<Uint8Array> | undefined {
    if (!isFresh(this.#window, this.#now())) {
      this.#window = signatureWindow(this.#zone, this.#now())
      this.#made = new WeakMap()
    }
    return this.#made.get(rrset)
  }

  #keep(rrset: ImageRrset, signatures: ReadonlyArray<Uint8Array>): ReadonlyArray<Uint8Array> {
    this.#made.set(rrset, signatures)
    return signatures
  }

  #keysFor({ type }: ImageRrset): ReadonlyArray<SigningKey> {
    return signedByEveryKey.has(type) ? this.#keys : this.#keys.filter(({ signs }) => signs === "zone")
  }
}
