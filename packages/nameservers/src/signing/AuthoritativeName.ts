import type { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { canonicalOrder, isBelow } from "./canonicalOrder.ts"

/** A name that the zone itself answers for, or delegates: one that proofs speak of. */
export interface AuthoritativeName {
  readonly name: DnsName.DnsName
  /** By which names sort; see `canonicalOrder`. */
  readonly order: string
  /** What is signed: at a delegation the DS alone (RFC 4035, section 2.2). */
  readonly signed: ReadonlyArray<ImageRrset>
  /** Types of which the zone says that they are there, without those of signing; at a delegation NS and DS. */
  readonly types: ReadonlyArray<number>
}

const { DNAME, DS, NS } = rrTypes

const grouped = (rrsets: Iterable<ImageRrset>): ReadonlyMap<DnsName.DnsName, ReadonlyArray<ImageRrset>> => {
  const byName = new Map<DnsName.DnsName, Array<ImageRrset>>()
  for (const rrset of rrsets) {
    const others = byName.get(rrset.name)
    if (others === undefined) byName.set(rrset.name, [rrset])
    else others.push(rrset)
  }
  return byName
}

const has = (rrsets: ReadonlyArray<ImageRrset>, type: number): boolean => rrsets.some((rrset) => rrset.type === type)

/**
 * The names of a zone that are in its chain, in canonical order. Left out is what lies below a delegation, glue
 * included, and below a DNAME: nobody is answered from there (RFC 4035, section 2.3; RFC 6672, section 2.4).
 */
export const authoritativeNames = (
  apex: DnsName.DnsName,
  rrsets: Iterable<ImageRrset>
): ReadonlyArray<AuthoritativeName> => {
  const all = [...grouped(rrsets)].map(([name, own]) => ({ name, own, order: canonicalOrder(name) }))
  all.sort((left, right) => left.order < right.order ? -1 : 1)
  const names: Array<AuthoritativeName> = []
  let hidden: string | undefined
  for (const { name, order, own } of all) {
    if (hidden !== undefined && isBelow(order, hidden)) continue
    const isCut = name !== apex && has(own, NS)
    hidden = isCut || has(own, DNAME) ? order : undefined
    const signed = isCut ? own.filter(({ type }) => type === DS) : own
    names.push({
      name,
      order,
      signed,
      types: isCut ? [NS, ...signed.map(({ type }) => type)] : own.map(({ type }) => type)
    })
  }
  return names
}
