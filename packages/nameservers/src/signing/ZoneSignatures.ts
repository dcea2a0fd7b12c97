import type { Denial, DnsName, PublishedZone } from "@namewright/core/dns"
import { Effect } from "effect"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { type AuthoritativeName, authoritativeNames } from "./AuthoritativeName.ts"
import type { DenialChain } from "./DenialChain.ts"
import { type DenialProofs, nsec3Proofs, nsecProofs } from "./DenialProofs.ts"
import { encodeNsec3Param, nsec3Settings } from "./Nsec3.ts"
import { hasRoomForHashes, nsec3Chain } from "./nsec3Chain.ts"
import { nsecChain } from "./nsecChain.ts"
import { RrsetSignatures } from "./RrsetSignatures.ts"
import type { SignatureCache } from "./SignatureCache.ts"
import { signingKey } from "./SigningKey.ts"

/** Signatures and proofs of one version of a zone. They are made with their first use and kept. */
export interface ZoneSignatures {
  /**
   * Data of the RRSIG records of an RRset of the zone, of `additions` or of a proof; their TTL is that of the RRset. An
   * answer from a wildcard has the signatures of the wildcard's own RRset. Only authoritative RRsets have signatures: not
   * glue, nor the NS of delegations.
   */
  readonly of: (rrset: ImageRrset) => ReadonlyArray<Uint8Array>
  readonly proofs: DenialProofs
  /** RRsets that a signed zone has in addition: NSEC3PARAM. */
  readonly additions: ReadonlyArray<ImageRrset>
  /** RRsets of a transfer besides the zone's own: `additions`, the chain, and all signatures, which are made on the way. */
  readonly all: () => Iterable<ImageRrset>
  /**
   * Makes all signatures on other threads in advance, so that `all` does not block the event loop for a large zone.
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

const { NSEC3PARAM, RRSIG, SOA } = rrTypes

/** RRsets that are signed on other threads at once. */
const perPortion = 64

/** TTL of proofs: the lesser of the SOA's TTL and its last field (RFC 9077, section 3). */
const denialTtl = (rrsets: ReadonlyArray<ImageRrset>): number => {
  const soa = rrsets.find(({ type }) => type === SOA)
  const minimum = soa?.rdata[0]?.slice(-4) ?? new Uint8Array(0)
  return Math.min(soa?.ttl ?? 0, minimum.reduce((value, octet) => value * 256 + octet, 0))
}

const chainOf = (
  apex: DnsName.DnsName,
  names: ReadonlyArray<AuthoritativeName>,
  denial: Denial,
  ttl: number
): DenialChain => {
  const [first = { name: apex, order: "", signed: [], types: [] }, ...others] = names
  return (denial === "nsec" ? nsecChain : nsec3Chain)([first, ...others], ttl)
}

/** Proofs from a chain, which is made with the first of them. */
const proofsOf = (denial: Denial, chain: () => DenialChain): DenialProofs =>
  (denial === "nsec" ? nsecProofs : nsec3Proofs)({
    covering: (name) => chain().covering(name),
    matching: (name) => chain().matching(name)
  })

const once = <T>(make: () => T): () => T => {
  let made: { readonly value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** Signatures of one version of a zone. Only its keys are decoded at once. */
export const zoneSignatures = (zone: SignedZone, { cache, now }: SigningContext): ZoneSignatures => {
  const { name: apex, rrsets, signing } = zone
  const signatures = new RrsetSignatures(apex, signing.keys.map((key) => signingKey(key, cache)), now)
  const denial = hasRoomForHashes(apex) ? signing.denial : "nsec"
  const additions: ReadonlyArray<ImageRrset> = denial === "nsec" ? [] : [
    { name: apex, type: NSEC3PARAM, ttl: denialTtl(rrsets), rdata: [encodeNsec3Param(nsec3Settings)] }
  ]
  const names = once(() => authoritativeNames(apex, [...rrsets, ...additions]))
  const chain = once(() => chainOf(apex, names(), denial, denialTtl(rrsets)))
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
    proofs: proofsOf(denial, chain),
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
          // Cached signatures do not yield to the event loop by themselves.
          Effect.yieldNow
        ), { discard: true })
    })
  }
}
