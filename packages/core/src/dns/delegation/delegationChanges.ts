import type { DnsName } from "../DnsName.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import { nameserversOf } from "../rules/delegations.ts"
import { ancestorsOf } from "../rules/LoadedRecords.ts"
import { isSameRrset } from "../rules/RecordEntry.ts"
import { childRrsets, type ChildZone } from "./childRrsets.ts"

/** A record of the zone above that a child zone cannot be delegated beside. */
export interface DelegationConflict {
  /** Name of the child zone. */
  readonly child: DnsName
  /** Written by the owner of the zone above. */
  readonly rrset: Rrset
}

export interface DelegationDecision {
  readonly changes: ReadonlyArray<RrsetChange>
  readonly conflicts: ReadonlyArray<DelegationConflict>
}

const keyOf = ({ name, type }: Pick<Rrset, "name" | "type">): string => `${name} ${type}`

/** The zone that delegates. */
export interface DelegatingZone {
  readonly name: DnsName
  /** Names of nameservers of the platform that the zone's owner may have delegated the child zones to. */
  readonly ours: ReadonlyArray<DnsName>
}

/**
 * Decides how a zone comes to delegate exactly these child zones. `stored` are its RRsets at the names of the children,
 * of their glue and above them, and all of its delegations of child zones that are to be decided on. An NS RRset of the
 * owner that names only nameservers of the child and the platform is replaced; any other one, a CNAME and a DNAME are
 * conflicts.
 */
export const delegationChanges = (
  zone: DelegatingZone,
  children: ReadonlyArray<ChildZone>,
  stored: ReadonlyArray<Rrset>
): DelegationDecision => {
  const known = new Map(stored.map((rrset) => [keyOf(rrset), rrset]))
  const wanted = new Map<string, Rrset>()
  const conflicts: Array<DelegationConflict> = []
  for (const child of children) {
    const blocking = blockingRrset(zone, child, known)
    if (blocking === undefined) { for (const rrset of childRrsets(child)) wanted.set(keyOf(rrset), rrset) }
    else conflicts.push({ child: child.name, rrset: blocking })
  }
  const removed = stored.filter((rrset) => rrset.protected_reason === "CHILD_ZONE" && !wanted.has(keyOf(rrset)))
  const written = [...wanted.values()].filter((rrset) => isWritten(known.get(keyOf(rrset)), rrset))
  return {
    changes: [
      ...removed.map((before) => ({ name: before.name, type: before.type, before, after: null })),
      ...written.map((after) => ({
        name: after.name,
        type: after.type,
        before: known.get(keyOf(after)) ?? null,
        after
      }))
    ],
    conflicts
  }
}

/** Addresses that the platform manages for another reason are the glue already. */
const isWritten = (before: Rrset | undefined, after: Rrset): boolean =>
  before === undefined ||
  ((before.protected_reason === null || before.protected_reason === "CHILD_ZONE") && !isSameRrset(before, after))

const blockingRrset = (
  zone: DelegatingZone,
  { name, nameservers }: ChildZone,
  known: ReadonlyMap<string, Rrset>
): Rrset | undefined => {
  const own = new Set([...nameservers, ...zone.ours])
  const ns = known.get(keyOf({ name, type: "NS" }))
  const isOther = ns !== undefined && ns.protected_reason === null &&
    [...nameserversOf(ns)].some((nameserver) => !own.has(nameserver))
  return known.get(keyOf({ name, type: "CNAME" })) ?? (isOther ? ns : undefined) ??
    [name, ...ancestorsOf(name, zone.name)].map((above) => known.get(keyOf({ name: above, type: "DNAME" })))
      .find((dname) => dname !== undefined)
}
