import { Context, Effect, Layer } from "effect"
import { JobQueue } from "../../jobs/index.ts"
import { PlatformSettings } from "../../shared/index.ts"
import * as DnsName from "../DnsName.ts"
import { delegatedKeys } from "../dnssec/delegatedKeys.ts"
import { parentDs } from "../dnssec/KeyRecords.ts"
import { ZoneKeyStore } from "../dnssec/ZoneKeyStore.ts"
import { generatedNameservers } from "../ownership/generatedNameservers.ts"
import { nearestAbove } from "../ownership/ServedZones.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import { isAddress } from "../rules/delegations.ts"
import { ancestorsOf } from "../rules/LoadedRecords.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { platformBranding } from "../ZoneBranding.ts"
import { ChangesetId, ZoneChanges } from "../ZoneChanges.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { childDs, type ChildZone } from "./childRrsets.ts"
import { delegationChanges, type DelegationConflict } from "./delegationChanges.ts"
import { makeHostedZones } from "./hostedZones.ts"

/** Kind of the jobs that submit the DS records of a zone again. */
export const resubmissionJob = "dns.ds_resubmission"

/** Result of an update of delegations. */
export interface DelegationOutcome {
  /** Records that prevent a delegation. */
  readonly conflicts: ReadonlyArray<DelegationConflict>
  /** The first RRset of the zone above that the delegation of a new zone hides; it is kept and not served. */
  readonly hidden: Rrset | undefined
}

/**
 * Maintains the RRsets by which served zones delegate served zones below them. All methods are called in a transaction
 * that holds the lock of the name (`ZoneOwnership.lock`); they lock the row of the zone above.
 */
export class ChildDelegations extends Context.Service<ChildDelegations, {
  /**
   * Updates the delegations of the zone of a name, and of the zones below it, to the zones that are served. `is_new`:
   * the zone of the name was just created, and does not delegate anything.
   */
  readonly apply: (name: DnsName.DnsName, options?: { readonly is_new: boolean }) => Effect.Effect<DelegationOutcome>
  /** Updates the delegation of one zone to its nameservers and their addresses. */
  readonly renew: (zone: Pick<Zone, "name">) => Effect.Effect<void>
  /**
   * Names whose delegations have to be applied because those of some zones differ from what is served. The zones are the
   * nearest ones below the parent, in canonical order; it needs no lock and may be behind.
   */
  readonly outdated: (parent: Zone, children: ReadonlyArray<Zone>) => Effect.Effect<ReadonlyArray<DnsName.DnsName>>
  /**
   * Changes that add the DS records of child zones to a zone that becomes signed, and remove them from one that is no
   * longer signed. Needs only the lock of the zone's row. The DS records of the child zones are submitted again.
   */
  readonly signingChanges: (zone: Zone, is_signed: boolean) => Effect.Effect<ReadonlyArray<RrsetChange>>
}>()("@namewright/core/dns/delegation/ChildDelegations") {
  static readonly layer = Layer.effect(
    ChildDelegations,
    Effect.gen(function*() {
      const store = yield* ZoneStore
      const ownership = yield* ZoneOwnershipStore
      const changes = yield* ZoneChanges
      const keyStore = yield* ZoneKeyStore
      const queue = yield* JobQueue
      const { dns } = yield* PlatformSettings
      const { nameservers: ours } = platformBranding(dns)
      const { around, atAndAbove, delegates } = yield* makeHostedZones

      /** DS records of zones in presentation text; zones without any are absent. */
      const dsOf = Effect.fnUntraced(function*(zones: ReadonlyArray<ZoneId>) {
        const keys = yield* keyStore.ofZones(zones)
        const progress = keys.size === 0 ? new Map() : yield* keyStore.progressOf([...keys.keys()])
        return new Map([...keys].map(([zone, own]) => [zone, parentDs(delegatedKeys(progress.get(zone), own))]))
      })

      /** Addresses of the nameservers of a zone at or below its name. */
      const glueOf = Effect.fnUntraced(function*({ name, nameservers }: Zone) {
        const inner = nameservers.filter((nameserver) => DnsName.isWithin(nameserver, name))
        if (inner.length === 0) return []
        const served = new Map((yield* ownership.servedAround(name, [])).map((zone) => [zone.name, zone]))
        const found = yield* Effect.forEach(inner, (nameserver) => {
          const zone = served.get(nameserver) ?? nearestAbove(nameserver, served)
          return zone === undefined ? Effect.succeed([]) : store.rrsetsAt(zone, [nameserver])
        })
        return found.flat().filter(isAddress)
      })

      const described = Effect.fnUntraced(function*(parent: Zone, children: ReadonlyArray<Zone>) {
        if (children.length === 0) return []
        const isSigned = (yield* keyStore.ofZones([parent.dns_zone_id])).size > 0
        const ds = isSigned ? yield* dsOf(children.map(({ dns_zone_id }) => dns_zone_id)) : new Map()
        return yield* Effect.forEach(children, (child) =>
          Effect.map(glueOf(child), (glue): ChildZone => ({
            name: child.name,
            nameservers: child.nameservers,
            ds: ds.get(child.dns_zone_id) ?? [],
            glue
          })))
      })

      /** The stored RRsets that a decision on delegations of a range of names needs, each once. */
      const storedFor = Effect.fnUntraced(function*(
        parent: Zone,
        [first, last]: readonly [DnsName.DnsName, DnsName.DnsName],
        children: ReadonlyArray<ChildZone>
      ) {
        const names = children.flatMap(({ glue, name }) => [
          name,
          ...ancestorsOf(name, parent.name),
          ...glue.map((address) => address.name)
        ])
        const found = [
          ...yield* store.childRrsets(parent, first, last),
          ...yield* store.rrsetsAt(parent, [...new Set(names)])
        ]
        return [...new Map(found.map((rrset): [string, Rrset] => [`${rrset.name} ${rrset.type}`, rrset])).values()]
      })

      const decided = Effect.fnUntraced(function*(
        parent: Zone,
        range: readonly [DnsName.DnsName, DnsName.DnsName],
        children: ReadonlyArray<ChildZone>
      ) {
        const own = [...ours, ...parent.nameservers, ...generatedNameservers(parent.organization_id, ours)]
        return delegationChanges({ name: parent.name, ours: own }, children, yield* storedFor(parent, range, children))
      })

      /** Writes the delegations of a zone at and below a name, so that it delegates exactly these zones. */
      const write = Effect.fnUntraced(function*(
        parent: Zone,
        scope: DnsName.DnsName,
        candidates: ReadonlyArray<Zone>
      ) {
        const children = yield* described(parent, yield* Effect.filter(candidates, (child) => delegates(parent, child)))
        let conflicts: ReadonlyArray<DelegationConflict> = []
        yield* changes.change(
          parent.dns_zone_id,
          "child_zone",
          (locked) =>
            Effect.map(decided(locked, [scope, scope], children), (decision) => {
              conflicts = decision.conflicts
              return { rrsets: decision.changes }
            })
        ).pipe(Effect.provideService(ChangesetId, undefined), Effect.orDie)
        for (const { child, rrset } of conflicts) {
          yield* Effect.logWarning(`Zone ${parent.name} cannot delegate ${child} beside ${rrset.name} ${rrset.type}`)
        }
        return conflicts
      })

      /** Enqueues jobs that submit the DS records of signed zones again. */
      const resubmit = (zones: Iterable<ZoneId>) =>
        queue.enqueueAll([...zones].map((dns_zone_id) => ({
          kind: resubmissionJob,
          organization_id: null,
          payload: { dns_zone_id },
          ordering_key: `zone ${dns_zone_id}`,
          key: dns_zone_id
        })))

      const resubmitSigned = Effect.fnUntraced(function*(zones: ReadonlyArray<Zone>) {
        if (zones.length === 0) return
        yield* resubmit((yield* keyStore.ofZones(zones.map(({ dns_zone_id }) => dns_zone_id))).keys())
      })

      const apply = Effect.fn("ChildDelegations.apply")(
        function*(name: DnsName.DnsName, options = { is_new: false }) {
          const { above, below, own } = yield* around(name)
          const conflicts = [
            ...above === undefined ? [] : yield* write(above, name, own === undefined ? below : [own]),
            ...own === undefined || (options.is_new && below.length === 0) ? [] : yield* write(own, name, below)
          ]
          yield* resubmitSigned(own === undefined || options.is_new ? below : [own, ...below])
          const isHiding = options.is_new && above !== undefined && own !== undefined
          const outcome: DelegationOutcome = { conflicts, hidden: isHiding ? yield* hiddenBy(above, own) : undefined }
          return outcome
        }
      )

      /**
       * The first RRset of the zone above that a delegation hides from resolvers: one at the name of the delegated zone or
       * below it.
       */
      const hiddenBy = Effect.fnUntraced(function*(above: Zone, { name, nameservers }: Zone) {
        const atMost = 2 * nameservers.length + 1
        const found = [...yield* store.rrsetsAt(above, [name]), ...yield* store.rrsetsBelow(above, name, atMost)]
        const isDelegated = found.some(({ name: at, protected_reason, type }) =>
          at === name && type === "NS" && protected_reason === "CHILD_ZONE"
        )
        return isDelegated ? found.find((rrset) => rrset.protected_reason === null) : undefined
      })

      const renew = Effect.fn("ChildDelegations.renew")(function*({ name }: Pick<Zone, "name">) {
        const { above, own } = yield* atAndAbove(name)
        if (above !== undefined && own !== undefined) yield* write(above, name, [own])
      })

      const outdated = Effect.fnUntraced(function*(parent: Zone, zones: ReadonlyArray<Zone>) {
        const [first, last] = [zones[0], zones.at(-1)]
        if (first === undefined || last === undefined) return []
        const children = yield* described(parent, yield* Effect.filter(zones, (child) => delegates(parent, child)))
        const { changes: found } = yield* decided(parent, [first.name, last.name], children)
        const nameOf = (name: DnsName.DnsName) => zones.find((zone) => DnsName.isWithin(name, zone.name))?.name ?? name
        return [...new Set(found.map(({ name }) => nameOf(name)))]
      })

      const signingChanges = Effect.fnUntraced(function*(zone: Zone, is_signed: boolean) {
        const stored = yield* store.childRrsets(zone, zone.name)
        const names = stored.flatMap(({ name, type }) => type === "NS" ? [name] : [])
        if (names.length === 0) return []
        const children = [...(yield* ownership.served(names)).values()]
        const ds = yield* dsOf(children.map(({ dns_zone_id }) => dns_zone_id))
        yield* resubmit(ds.keys())
        return children.flatMap(({ dns_zone_id, name }): ReadonlyArray<RrsetChange> => {
          const before = stored.find((rrset) => rrset.name === name && rrset.type === "DS") ?? null
          const records = is_signed ? ds.get(dns_zone_id) ?? [] : []
          const after = records.length === 0 ? null : childDs(name, records)
          return before?.records.join() === after?.records.join() ? [] : [{ name, type: "DS", before, after }]
        })
      })

      return ChildDelegations.of({ apply, renew, outdated, signingChanges })
    })
  )
}
