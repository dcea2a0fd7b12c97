import { Context, Effect, Layer, Option } from "effect"
import { asSystem, OrganizationDirectory, OrganizationScope, systemActor } from "../../access/index.ts"
import { Hosts, IpAddress, type ParentDomain, ParentDomains } from "../../hosts/index.ts"
import {
  CurrentActor,
  type Hostname,
  type InputIssue,
  inputIssue,
  type OrganizationId,
  PlatformSettings,
  Transaction
} from "../../shared/index.ts"
import { TldCatalog } from "../../tlds/index.ts"
import { absoluteName } from "../absoluteName.ts"
import { ZoneOwnershipStore } from "../ownership/ZoneOwnershipStore.ts"
import type { Rrset, RrsetChange } from "../Rrset.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import { ZoneChanges } from "../ZoneChanges.ts"
import { Zones } from "../Zones.ts"
import { ZoneStore } from "../ZoneStore.ts"
import { enclosing } from "./HostedLookup.ts"
import type { CreateVanitySet } from "./VanitySet.ts"
import { canonical } from "./VanitySetCheck.ts"
import type { StoredVanitySet } from "./VanitySetState.ts"
import { VanitySetStore } from "./VanitySetStore.ts"

/** TTL of the addresses of nameservers, in seconds. */
const addressTtl = 3600

/** Domain and zone above a hostname in this installation. */
interface EnclosingNames {
  readonly domain: ParentDomain | undefined
  readonly zone: Zone | undefined
}

/** Publishes the hostnames of a set in zones hosted here and at the registry. */
export class VanitySetNames extends Context.Service<VanitySetNames, {
  /**
   * Problems of hostnames for a set of the organization: names of another organization, and names with conflicting
   * records.
   */
  readonly problems: (organization: OrganizationId, input: CreateVanitySet) => Effect.Effect<ReadonlyArray<InputIssue>>
  /**
   * Creates the zone of a parent domain that has none, publishes the addresses in it, and registers glue. Idempotent,
   * and repeated until the set is active; failures appear in the checks. Must not be called in a transaction.
   */
  readonly provide: (set: StoredVanitySet) => Effect.Effect<void>
  /** Turns the addresses into ordinary records of the zones' owner, because delegations may still need them. */
  readonly release: (set: StoredVanitySet) => Effect.Effect<void>
}>()("@namewright/core/dns/vanity/VanitySetNames") {
  static readonly layer = Layer.effect(
    VanitySetNames,
    Effect.gen(function*() {
      const catalog = yield* TldCatalog
      const changes = yield* ZoneChanges
      const directory = yield* OrganizationDirectory
      const hosts = yield* Hosts
      const parents = yield* ParentDomains
      const sets = yield* VanitySetStore
      const ownership = yield* ZoneOwnershipStore
      const store = yield* ZoneStore
      const transaction = yield* Transaction
      const zones = yield* Zones
      const { dns } = yield* PlatformSettings
      const addresses = { A: canonical(dns.anycast.ipv4), AAAA: canonical(dns.anycast.ipv6) }

      /** Nearest served zone that contains the hostname, otherwise the organization's own. */
      const zoneAbove = Effect.fnUntraced(function*(organization_id: OrganizationId, hostname: Hostname) {
        const names = enclosing(hostname)
        const served = yield* ownership.served(names)
        const nearest = names.map((name) => served.get(name)).find((zone) => zone !== undefined)
        if (nearest !== undefined) return nearest
        for (const name of names) {
          const own = Option.getOrUndefined(yield* store.find({ organization_id, name }))
          if (own !== undefined && own.displaced_on === null) return own
        }
        return undefined
      })

      const enclosingNames = Effect.fnUntraced(
        function*(organization: OrganizationId, hostname: Hostname): Effect.fn.Return<EnclosingNames> {
          const domain = yield* parents.find(hostname)
          return { domain: Option.getOrUndefined(domain), zone: yield* zoneAbove(organization, hostname) }
        }
      )

      /** True if the set's organization may act for the owner of a domain or zone. */
      const isOurs = (
        organization: OrganizationId,
        { organization_id }: { readonly organization_id: OrganizationId }
      ) => OrganizationScope.visible(directory, systemActor(organization), organization_id)

      const isForeign = (organization: OrganizationId, above: ParentDomain | Zone | undefined) =>
        above === undefined ? Effect.succeed(false) : Effect.map(isOurs(organization, above), (ours) => !ours)

      const problems = Effect.fnUntraced(function*(organization: OrganizationId, input: CreateVanitySet) {
        const found: Array<InputIssue> = []
        for (const [index, hostname] of input.hostnames.entries()) {
          const { domain, zone } = yield* enclosingNames(organization, hostname)
          const problem = (msg: string) =>
            found.push(inputIssue(["body", "hostnames", index], "value_error", msg, hostname))
          if ((yield* isForeign(organization, domain)) || (yield* isForeign(organization, zone))) {
            problem("The name is below a name of another account")
          } else if (zone !== undefined && (yield* isTaken(zone, hostname))) {
            problem(`Zone ${zone.name} has records at this name that exclude addresses`)
          }
        }
        return found
      })

      /** True if the name has a CNAME or ALIAS, which excludes addresses. */
      const isTaken = (zone: Zone, hostname: Hostname) =>
        Effect.map(
          store.rrsetsAt(zone, [absoluteName(hostname)]),
          (rrsets) => rrsets.some(({ type }) => type === "CNAME" || type === "ALIAS")
        )

      /** Changes after which each of the hostnames has the addresses of the platform only. */
      const publishing = Effect.fnUntraced(function*(zone: Zone, hostnames: ReadonlyArray<Hostname>) {
        const names = hostnames.map(absoluteName)
        const stored = yield* store.rrsetsAt(zone, names)
        const free = names.filter((name) =>
          !stored.some((rrset) => rrset.name === name && (rrset.type === "CNAME" || rrset.type === "ALIAS"))
        )
        return free.flatMap((name) =>
          (["A", "AAAA"] as const).flatMap((type): ReadonlyArray<RrsetChange> => {
            const before = stored.find((rrset) => rrset.name === name && rrset.type === type) ?? null
            const records = addresses[type]
            const after = records.length === 0
              ? null
              : { name, type, ttl: addressTtl, records, protected_reason: "GENERIC" as const }
            return same(before, after) ? [] : [{ name, type, before, after }]
          })
        )
      })

      const publish = (set: StoredVanitySet, zone: ZoneId, hostnames: ReadonlyArray<Hostname>) =>
        Effect.ignore(transaction.atomically(Effect.gen(function*() {
          yield* changes.change(
            zone,
            "system",
            (current) => Effect.map(publishing(current, hostnames), (rrsets) => ({ rrsets }))
          )
          yield* sets.saveHolders(set.set_id, new Map(hostnames.map((hostname) => [hostname, zone])))
        })))

      /** Creates the zone of a parent domain unless it exists; a concurrent creation counts as success. */
      const ensureZone = ({ name, organization_id }: ParentDomain) =>
        asSystem(organization_id, zones.create({ name, vanity_nameserver_set_id: null })).pipe(
          Effect.catch((error) => Effect.logInfo(`No zone ${name} for nameserver names: ${error.message}`)),
          Effect.provideService(OrganizationDirectory, directory)
        )

      const register = Effect.fnUntraced(function*({ organization_id, tld }: ParentDomain, hostname: Hostname) {
        const spec = yield* catalog.find(tld)
        if (Option.isNone(spec) || !spec.value.dns_configuration.host_objects) return
        const ip_addresses = [...addresses.A, ...addresses.AAAA].map((address) => IpAddress.make(address))
        yield* hosts.create({ hostname, ip_addresses }).pipe(
          Effect.catchTag("HostAlreadyExists", () => hosts.replace(hostname, { ip_addresses })),
          Effect.catch((error) => Effect.logInfo(`No glue of ${hostname}: ${error.message}`)),
          Effect.provideService(CurrentActor, systemActor(organization_id))
        )
      })

      const provide = Effect.fn("VanitySetNames.provide")(function*(set: StoredVanitySet) {
        const holders = new Map<ZoneId, Array<Hostname>>()
        for (const { hostname } of set.nameservers) {
          const first = yield* enclosingNames(set.organization_id, hostname)
          const domain = first.domain !== undefined && (yield* isOurs(set.organization_id, first.domain))
            ? first.domain
            : undefined
          if (first.zone === undefined && domain !== undefined) yield* ensureZone(domain)
          const zone = first.zone ?? (yield* enclosingNames(set.organization_id, hostname)).zone
          if (zone !== undefined && (yield* isOurs(set.organization_id, zone))) {
            holders.set(zone.dns_zone_id, [...holders.get(zone.dns_zone_id) ?? [], hostname])
          }
          if (domain !== undefined) yield* register(domain, hostname)
        }
        for (const [zone, hostnames] of holders) yield* publish(set, zone, hostnames)
      })

      const release = Effect.fn("VanitySetNames.release")(function*(set: StoredVanitySet) {
        const holders = Map.groupBy(yield* sets.holders(set.set_id), ([, zone]) => zone)
        for (const [zone, entries] of holders) {
          const names = entries.map(([hostname]) => absoluteName(hostname))
          const releasing = (hosted: Zone) =>
            Effect.map(store.rrsetsAt(hosted, names), (stored) => ({
              rrsets: stored.filter(isAddress).map((before) => ({
                name: before.name,
                type: before.type,
                before,
                after: { ...before, protected_reason: null }
              }))
            }))
          yield* Effect.ignore(changes.change(zone, "system", releasing))
        }
      })

      return VanitySetNames.of({ problems, provide, release })
    })
  )
}

/** True for addresses that the platform has published. */
const isAddress = ({ protected_reason, type }: Rrset): boolean =>
  protected_reason === "GENERIC" && (type === "A" || type === "AAAA")

/** True if the RRset does not change. */
const same = (before: RrsetChange["before"], after: RrsetChange["after"]): boolean =>
  before === null || after === null
    ? before === after
    : before.protected_reason === after.protected_reason && before.ttl === after.ttl
      && before.records.toSorted().join() === after.records.toSorted().join()
