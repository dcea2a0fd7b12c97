import type { DnsName } from "@namewright/core/dns"
import type { ImageRrset } from "../image/ImageRrset.ts"
import { rrTypes } from "../message/RrType.ts"
import { canonicalOrder, isBelow } from "./canonicalOrder.ts"

/** A name of the zone that denial proofs cover: one with authoritative data, or a delegation. */
export interface AuthoritativeName {
  readonly name: DnsName.DnsName
  /** Sort key of the name; see `canonicalOrder`. */
  readonly order: string
  /** RRsets that are signed: at a delegation only the DS (RFC 4035, section 2.2). */
  readonly signed: ReadonlyArray<ImageRrset>
  /** Types of the name without RRSIG, NSEC and NSEC3; at a delegation NS and DS. */
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
 * Names of the denial chain of a zone, in canonical order. Names below a delegation, such as glue, and below a DNAME are
 * not authoritative and not in the chain (RFC 4035, section 2.3; RFC 6672, section 2.4).
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
