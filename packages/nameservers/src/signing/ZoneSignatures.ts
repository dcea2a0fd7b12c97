import { type Denial, DnsName, type PublishedZone } from "@namewright/core/dns"
import { Effect } from "effect"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { type AuthoritativeName, authoritativeNames } from "./AuthoritativeName.ts"
import { canonicalRrset } from "./canonicalRrset.ts"
import type { DenialChain } from "./DenialChain.ts"
import { type DenialProofs, nsec3Proofs, nsecProofs } from "./DenialProofs.ts"
import { encodeNsec3Param, nsec3Settings } from "./Nsec3.ts"
import { nsec3Chain } from "./nsec3Chain.ts"
import { nsecChain } from "./nsecChain.ts"
import { encodeRrsig } from "./Rrsig.ts"
import type { SignatureCache } from "./SignatureCache.ts"
import { isFresh, type SignatureWindow, signatureWindow } from "./SignatureWindow.ts"
import { ecdsaP256Sha256, type SigningKey, signingKey } from "./SigningKey.ts"

/** The signatures and proofs of one version of a zone. They are made when they are asked for, and then kept. */
export interface ZoneSignatures {
  /**
   * The data of the RRSIG records of an RRset of the zone, of `additions` or of a proof; their TTL is that of the RRset. An answer from a
   * wildcard takes those of the wildcard's own RRset. Only for what the zone is authoritative for: not for glue, nor for the NS
   * of delegations.
   */
  readonly of: (rrset: ImageRrset) => ReadonlyArray<Uint8Array>
  readonly proofs: DenialProofs
  /** RRsets that the zone has because it is signed, answered like its others: NSEC3PARAM. */
  readonly additions: ReadonlyArray<ImageRrset>
  /** What a transfer has besides the zone's own RRsets: `additions`, the chain, and all signatures, as they are made. */
  readonly all: () => Iterable<ImageRrset>
  /**
   * Makes all signatures on other threads, so that `all` of a large zone need not, and everything else in the process goes on
   * meanwhile.
   */
  readonly prepare: Effect.Effect<void>
}

export interface SignedZone {
  /** In lower case. */
  readonly name: DnsName.DnsName
  /** Every RRset of the zone, names in lower case. */
  readonly rrsets: ReadonlyArray<ImageRrset>
  readonly signing: NonNullable<PublishedZone["signing"]>
}

export interface SigningContext {
  readonly cache: SignatureCache
  /** Seconds since 1970. */
  readonly now: () => number
}

const { CDNSKEY, CDS, DNSKEY, NSEC3PARAM, RRSIG, SOA } = rrTypes

/** Types that a validator of the parent looks at with the keys that the DS points to (RFC 7344, section 4.1). */
const signedByEveryKey = new Set<number>([DNSKEY, CDNSKEY, CDS])

/** The labels of an owner as an RRSIG counts them (RFC 4034, section 3.1.3). */
const labelCount = (name: DnsName.DnsName): number =>
  (name.includes("\\") ? DnsName.labels(name).length : name.split(".").length - (name === DnsName.root ? 2 : 1))
  - (name.startsWith("*.") ? 1 : 0)

const none = new Uint8Array(0)

/** RRsets that are signed aside at once. */
const perPortion = 64

/** An RRSIG record before it is signed. */
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

/** The TTL of proofs: the lesser of the SOA's own and its last field (RFC 9077, section 3). */
const denialTtl = (rrsets: ReadonlyArray<ImageRrset>): number => {
  const soa = rrsets.find(({ type }) => type === SOA)
  const minimum = soa?.rdata[0]?.slice(-4) ?? none
  return Math.min(soa?.ttl ?? 0, minimum.reduce((value, octet) => value * 256 + octet, 0))
}

/** The signatures of a zone that are given out now, all of one window, each made once. */
class Signatures {
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

  /** Makes them on another thread of the process. */
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

const chainOf = (apex: DnsName.DnsName, names: ReadonlyArray<AuthoritativeName>, zone: SignedZone): DenialChain => {
  const [first = { name: apex, order: "", signed: [], types: [] }, ...others] = names
  return (zone.signing.denial === "nsec" ? nsecChain : nsec3Chain)([first, ...others], denialTtl(zone.rrsets))
}

/** Proofs over a chain that is made when the first of them is asked for. */
const proofsOf = (denial: Denial, chain: () => DenialChain): DenialProofs =>
  (denial === "nsec" ? nsecProofs : nsec3Proofs)({
    covering: (name) => chain().covering(name),
    matching: (name) => chain().matching(name)
  })

const once = <T>(make: () => T): () => T => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** The signatures of one version of a zone; its keys are opened at once, all else is done when it is asked for. */
export const zoneSignatures = (zone: SignedZone, { cache, now }: SigningContext): ZoneSignatures => {
  const { name: apex, rrsets, signing } = zone
  const signatures = new Signatures(apex, signing.keys.map((key) => signingKey(key, cache)), now)
  const additions: ReadonlyArray<ImageRrset> = signing.denial === "nsec" ? [] : [
    { name: apex, type: NSEC3PARAM, ttl: denialTtl(rrsets), rdata: [encodeNsec3Param(nsec3Settings)] }
  ]
  const names = once(() => authoritativeNames(apex, [...rrsets, ...additions]))
  const chain = once(() => chainOf(apex, names(), zone))
  const rrsigsOf = (rrset: ImageRrset): ImageRrset => ({ ...rrset, type: RRSIG, rdata: signatures.of(rrset) })
  const all = function*() {
    yield* additions
    for (const { signed } of names()) yield* signed.map(rrsigsOf)
    for (const rrset of chain().all()) {
      yield rrset
      yield rrsigsOf(rrset)
    }
  }
  return {
    of: (rrset) => signatures.of(rrset),
    additions,
    proofs: proofsOf(signing.denial, chain),
    all,
    prepare: Effect.suspend(() => {
      const wanted = [...names().flatMap(({ signed }) => signed), ...chain().all()]
      const portions = Array.from(
        { length: Math.ceil(wanted.length / perPortion) },
        (_, index) => wanted.slice(index * perPortion, (index + 1) * perPortion)
      )
      return Effect.forEach(portions, (portion) =>
        Effect.andThen(
          Effect.promise(() => Promise.all(portion.map((rrset) => signatures.prepare(rrset)))),
          // What was signed before is found without waiting, and everybody else still has to come to a turn.
          Effect.yieldNow
        ), { discard: true })
    })
  }
}
