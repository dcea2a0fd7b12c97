import type { DnsName } from "../DnsName.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import { nameserversOf } from "../rules/delegations.ts"
import { ancestorsOf } from "../rules/LoadedRecords.ts"
import { isSameRrset } from "../rules/RecordEntry.ts"
import { childRrsets, type ChildZone } from "./childRrsets.ts"

/** An RRset of the zone above that prevents the delegation of a child zone. */
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
  /** Nameserver names of the platform to which the zone's owner may have delegated the child zones. */
  readonly ours: ReadonlyArray<DnsName>
}

/**
 * Changes that make a zone delegate exactly these child zones. `stored` are its RRsets at the names of the children, of
 * their glue and above them, and all of its delegations of child zones to be decided on. An NS RRset of the owner that
 * names only nameservers of the child and the platform is replaced; any other NS, a CNAME and a DNAME are conflicts.
 */
export const delegationChanges = (
  zone: DelegatingZone,
  children: ReadonlyArray<ChildZone>,
  stored: ReadonlyArray<Rrset>
): DelegationDecision => {
  const storedByKey = new Map(stored.map((rrset) => [keyOf(rrset), rrset]))
  const wanted = new Map<string, Rrset>()
  const conflicts: Array<DelegationConflict> = []
  for (const child of children) {
    const blocking = blockingRrset(zone, child, storedByKey)
    if (blocking === undefined) { for (const rrset of childRrsets(child)) wanted.set(keyOf(rrset), rrset) }
    else conflicts.push({ child: child.name, rrset: blocking })
  }
  const removed = stored.filter((rrset) => rrset.protected_reason === "CHILD_ZONE" && !wanted.has(keyOf(rrset)))
  const written = [...wanted.values()].filter((rrset) => isWritten(storedByKey.get(keyOf(rrset)), rrset))
  return {
    changes: [
      ...removed.map((before) => ({ name: before.name, type: before.type, before, after: null })),
      ...written.map((after) => ({
        name: after.name,
        type: after.type,
        before: storedByKey.get(keyOf(after)) ?? null,
        after
      }))
    ],
    conflicts
  }
}

/** True unless the RRset exists already. Addresses that the platform manages for another reason count as glue. */
const isWritten = (before: Rrset | undefined, after: Rrset): boolean =>
  before === undefined ||
  ((before.protected_reason === null || before.protected_reason === "CHILD_ZONE") && !isSameRrset(before, after))

const blockingRrset = (
  zone: DelegatingZone,
  { name, nameservers }: ChildZone,
  storedByKey: ReadonlyMap<string, Rrset>
): Rrset | undefined => {
  const own = new Set([...nameservers, ...zone.ours])
  const ns = storedByKey.get(keyOf({ name, type: "NS" }))
  const isOther = ns !== undefined && ns.protected_reason === null &&
    [...nameserversOf(ns)].some((nameserver) => !own.has(nameserver))
  return storedByKey.get(keyOf({ name, type: "CNAME" })) ?? (isOther ? ns : undefined) ??
    [name, ...ancestorsOf(name, zone.name)].map((above) => storedByKey.get(keyOf({ name: above, type: "DNAME" })))
      .find((dname) => dname !== undefined)
}
