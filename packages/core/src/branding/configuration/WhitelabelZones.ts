import { Data, Effect, Option } from "effect"
import {
  absoluteName,
  DnsName,
  domainParts,
  isSameRrset,
  namesAbove,
  type Rrset,
  type RrsetChange,
  type Zone,
  ZoneChanges,
  type ZoneId,
  ZoneOwnershipStore,
  ZoneStore
} from "../../dns/index.ts"
import { type Hostname, type OrganizationId, PlatformSettings } from "../../shared/index.ts"

/** TTL of the addresses of hosts, in seconds. */
const addressTtl = 300

/** An RRset of a zone prevents the records of a host. */
export class RecordConflict extends Data.TaggedError("RecordConflict")<{ readonly rrset: Rrset }> {}

/** Domain directly below the public suffix of a hostname, without private suffixes; the hostname itself if it has none. */
export const domainBelowIcannSuffix = (hostname: string): string => {
  const { domain, suffix } = domainParts(absoluteName(hostname))
  return domain === null || suffix === null ? hostname : `${domain}.${suffix}`
}

/** Names of zones that can contain a host of a domain, nearest first: from the domain up to the one below the public suffix. */
const zoneNamesOf = (hostname: string): ReadonlyArray<DnsName.DnsName> => {
  const name = absoluteName(hostname)
  const top = absoluteName(domainBelowIcannSuffix(hostname))
  return [name, ...namesAbove(name)].filter((one) => DnsName.isWithin(one, top))
}

const at = (rrsets: ReadonlyArray<Rrset>, { name, type }: Rrset) =>
  rrsets.find((rrset) => rrset.name === name && rrset.type === type) ?? null

/** Records of white-label hosts in the zones of this installation. */
export const makeWhitelabelZones = Effect.gen(function*() {
  const changes = yield* ZoneChanges
  const ownership = yield* ZoneOwnershipStore
  const store = yield* ZoneStore
  const { whitelabel } = yield* PlatformSettings

  const wanted = (name: DnsName.DnsName): ReadonlyArray<Rrset> => {
    const { ipv4, ipv6 } = whitelabel?.addresses ?? { ipv4: [], ipv6: [] }
    const rrset = (type: "A" | "AAAA", records: ReadonlyArray<string>): ReadonlyArray<Rrset> =>
      records.length === 0 ? [] : [{ name, type, ttl: addressTtl, records, protected_reason: "WHITELABEL" }]
    return [...rrset("A", ipv4), ...rrset("AAAA", ipv6)]
  }

  /** The served zone of a name. */
  const served = (name: string) =>
    Effect.map(
      ownership.served([absoluteName(name)]),
      (found) => Option.fromUndefinedOr(found.get(absoluteName(name)))
    )

  /** The nearest zone of an organization that contains a host, unless it is displaced. */
  const ownZone = Effect.fnUntraced(function*(organization_id: OrganizationId, hostname: string) {
    for (const name of zoneNamesOf(hostname)) {
      const found = yield* store.find({ organization_id, name })
      if (Option.isSome(found) && found.value.displaced_on === null) return found
    }
    return Option.none<Zone>()
  })

  /** RRsets that exclude addresses of the platform at a name, or hide them. */
  const conflictsAt = Effect.fnUntraced(function*(zone: Zone, name: DnsName.DnsName) {
    const between = [name, ...namesAbove(name)].filter((one) => DnsName.isWithin(one, zone.name))
    const stored = yield* store.rrsetsAt(zone, between)
    return stored.find((rrset) => {
      if (rrset.protected_reason === "WHITELABEL") return false
      if (rrset.type === "DNAME") return rrset.name !== name
      if (rrset.type === "NS") return rrset.name !== zone.name
      return rrset.name === name && ["A", "AAAA", "ALIAS", "CNAME"].includes(rrset.type)
    })
  })

  /** The first RRset that prevents the records of the hosts; none if there is none. */
  const conflict = Effect.fnUntraced(function*(zone: Zone, hosts: ReadonlyArray<Hostname>) {
    for (const host of hosts) {
      const found = yield* conflictsAt(zone, absoluteName(host))
      if (found !== undefined) return Option.some(found)
    }
    return Option.none<Rrset>()
  })

  const replacing = Effect.fnUntraced(function*(
    zone: Zone,
    hosts: ReadonlyArray<Hostname>,
    rrsetsOf: (name: DnsName.DnsName) => ReadonlyArray<Rrset>
  ) {
    const names = hosts.map(absoluteName)
    const stored = (yield* store.rrsetsAt(zone, names)).filter((rrset) => rrset.protected_reason === "WHITELABEL")
    const after = names.flatMap(rrsetsOf)
    const removed = stored.filter((rrset) => at(after, rrset) === null)
    return [
      ...removed.map((before): RrsetChange => ({ name: before.name, type: before.type, before, after: null })),
      ...after.flatMap((rrset): ReadonlyArray<RrsetChange> => {
        const before = at(stored, rrset)
        return before !== null && isSameRrset(before, rrset)
          ? []
          : [{ name: rrset.name, type: rrset.type, before, after: rrset }]
      })
    ]
  })

  /** Writes the records of hosts, in the caller's transaction. Fails with `RecordConflict` if an RRset of the zone excludes them. */
  const publish = (zone: ZoneId, hosts: ReadonlyArray<Hostname>) =>
    changes.change(zone, "system", (current) =>
      Effect.gen(function*() {
        const found = yield* conflict(current, hosts)
        if (Option.isSome(found)) return yield* new RecordConflict({ rrset: found.value })
        return { rrsets: yield* replacing(current, hosts, wanted) }
      }))

  /** Removes them, if the zone still exists. */
  const withdraw = (zone: ZoneId, hosts: ReadonlyArray<Hostname>) =>
    changes.change(
      zone,
      "system",
      (current) => Effect.map(replacing(current, hosts, () => []), (rrsets) => ({ rrsets }))
    ).pipe(
      Effect.catchTag("ZoneNotFound", () => Effect.succeed(null)),
      Effect.asVoid
    )

  return { served, ownZone, publish, withdraw }
})
