import { DnsName } from "@namewright/core/dns"
import { hash } from "node:crypto"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import type { AuthoritativeName } from "./AuthoritativeName.ts"
import { base32Hex } from "./base32Hex.ts"
import { orderOfParent } from "./canonicalOrder.ts"
import { type DenialChain, lastNotAbove, madeOnce } from "./DenialChain.ts"
import { encodeNsec3, nsec3Settings } from "./Nsec3.ts"

const { NSEC3, RRSIG } = rrTypes

/** Hash of a name in lower case with `nsec3Settings` (RFC 5155, section 5). */
export const nsec3Hash = (name: DnsName.DnsName): Uint8Array => hash("sha1", DnsName.encode(name), "buffer")

const longestName = 255

/** Octets of the label of a hash, with its length. */
const hashOctets = 33

/** True if the owners of NSEC3 records in the zone are not too long (RFC 5155, section 10.1). */
export const hasRoomForHashes = (apex: DnsName.DnsName): boolean =>
  DnsName.encode(apex).length + hashOctets <= longestName

interface HashedName {
  readonly types: ReadonlyArray<number>
  readonly octets: Uint8Array
  /** First label of the NSEC3 record's owner. It sorts as the octets do. */
  readonly text: string
}

const hashed = (name: DnsName.DnsName, types: ReadonlyArray<number>): HashedName => {
  const octets = nsec3Hash(name)
  return { octets, text: base32Hex(octets), types }
}

/** Empty non-terminals: names without records that have names below them (RFC 4592, section 2.2.2). */
const emptyNonTerminals = (names: ReadonlyArray<AuthoritativeName>): ReadonlyArray<DnsName.DnsName> => {
  const known = new Set(names.map(({ order }) => order))
  const found: Array<DnsName.DnsName> = []
  for (const { name, order } of names) {
    if (order === names[0]?.order) continue
    let above = DnsName.parent(name)
    for (let text = orderOfParent(order); above !== undefined && !known.has(text); text = orderOfParent(text)) {
      known.add(text)
      found.push(above)
      above = DnsName.parent(above)
    }
  }
  return found
}

/**
 * NSEC3 chain of a zone, with its empty non-terminals and unsigned delegations (RFC 5155, section 7.1). The names are in
 * canonical order, the apex first.
 */
export const nsec3Chain = (
  names: readonly [AuthoritativeName, ...ReadonlyArray<AuthoritativeName>],
  ttl: number
): DenialChain => {
  const apex = names[0].name
  const ring = [
    ...names.map(({ name, signed, types }) => hashed(name, signed.length > 0 ? [...types, RRSIG] : types)),
    ...emptyNonTerminals(names).map((name) => hashed(name, []))
  ].toSorted((left, right) => left.text < right.text ? -1 : 1)
  const texts = ring.map(({ text }) => text)
  const parent = DnsName.labels(apex)
  const at = (index: number): HashedName => ring.at(index % ring.length) ?? hashed(apex, [])
  const rrsetAt = madeOnce(ring.length, (index): ImageRrset => {
    const { text, types } = at(index)
    const next = at(index + 1).octets
    return {
      name: DnsName.fromLabels([Buffer.from(text), ...parent]),
      type: NSEC3,
      ttl,
      rdata: [encodeNsec3({ ...nsec3Settings, next, types })]
    }
  })
  return {
    matching: (name) => {
      const text = base32Hex(nsec3Hash(name))
      const index = lastNotAbove(texts, text)
      return texts[index] === text ? rrsetAt(index) : undefined
    },
    // Hashes before the first one are covered by the last one.
    covering: (name) => rrsetAt((lastNotAbove(texts, base32Hex(nsec3Hash(name))) + ring.length) % ring.length),
    all: () => ring.map((_, index) => rrsetAt(index))
  }
}
