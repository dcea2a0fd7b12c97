import { Context, Effect, Layer } from "effect"
import { asSystem, type AuthorizationError, authorize, OrganizationDirectory } from "../../access/index.ts"
import { type CurrentActor, type Page, type PageRequest, PlatformSettings, Transaction } from "../../shared/index.ts"
import { ChildDelegations } from "../delegation/ChildDelegations.ts"
import type { DnsName } from "../DnsName.ts"
import { ZoneOwnership } from "../ownership/ZoneOwnership.ts"
import { makeZoneAccess, requireInPlace } from "../ZoneAccess.ts"
import { platformBranding, ZoneBranding } from "../ZoneBranding.ts"
import type { ZoneChange } from "../ZoneChange.ts"
import { ZoneChanges } from "../ZoneChanges.ts"
import type { ZoneDisplaced, ZoneNotFound } from "../ZoneError.ts"
import type { ZoneReference } from "../ZoneRequest.ts"
import { Zones } from "../Zones.ts"
import { ZoneStore } from "../ZoneStore.ts"
import type { ZoneDetails } from "../ZoneView.ts"
import type { AssignVanitySet, VanitySet } from "./VanitySet.ts"
import type { VanitySetNotActive, VanitySetNotFound } from "./VanitySetError.ts"

/** Zones of one page of a release. */
const zonesPerPage = 100

/** Identity of a set. */
type SetIdentity = Pick<VanitySet, "organization_id" | "set_id">

/** Assignment of vanity sets to zones. */
export class VanitySetZones extends Context.Service<VanitySetZones, {
  /**
   * Assigns an active set of its organization, or the platform's nameservers, to a zone. Source: REST specification,
   * "DNS", `PATCH /v1/dns/{zone_name}/vanity-set`.
   */
  readonly assign: (
    zone: ZoneReference,
    input: AssignVanitySet
  ) => Effect.Effect<
    ZoneDetails,
    AuthorizationError | VanitySetNotActive | VanitySetNotFound | ZoneDisplaced | ZoneNotFound,
    CurrentActor
  >
  /** Zones of a set in the order of their names, without access checks. */
  readonly list: (set: SetIdentity, page: PageRequest) => Effect.Effect<Page<ZoneDetails>>
  readonly count: (set: SetIdentity) => Effect.Effect<number>
  /** Assigns the platform's nameservers to every zone of a set, without access checks. */
  readonly release: (set: SetIdentity) => Effect.Effect<void>
}>()("@namewright/core/dns/vanity/VanitySetZones") {
  static readonly layer = Layer.effect(
    VanitySetZones,
    Effect.gen(function*() {
      const branding = yield* ZoneBranding
      const changes = yield* ZoneChanges
      const delegations = yield* ChildDelegations
      const ownership = yield* ZoneOwnership
      const transaction = yield* Transaction
      const directory = yield* OrganizationDirectory
      const store = yield* ZoneStore
      const zones = yield* Zones
      const { dns } = yield* PlatformSettings
      const { visible, locked } = yield* makeZoneAccess

      /** Changes the nameservers of a zone and its delegation in a hosted zone above. */
      const redelegated = <E, R>(name: DnsName, change: Effect.Effect<ZoneChange | null, E, R>) =>
        transaction.joined(Effect.gen(function*() {
          yield* ownership.lock(name)
          if ((yield* change) !== null) yield* delegations.renew({ name })
        }))

      const assign = Effect.fn("VanitySetZones.assign")(function*(reference: ZoneReference, input: AssignVanitySet) {
        const actor = yield* authorize("dns:manage", "vanity_ns:manage")
        const { name } = yield* visible(actor, reference)
        yield* redelegated(
          name,
          changes.changeLocked(locked(actor, reference), "vanity_set", (zone) =>
            Effect.andThen(
              requireInPlace(zone),
              Effect.map(
                branding.brandingOf(zone.organization_id, input.vanity_nameserver_set_id),
                (brand) => ({ rrsets: [], zone: brand })
              )
            ))
        )
        return yield* zones.get(reference, [])
      })

      const stored = ({ organization_id, set_id }: SetIdentity, page_size: number) =>
        store.list(
          organization_id,
          { vanity_nameserver_set_id: set_id },
          { by: "name", order: "asc" },
          { page: 1, page_size }
        )

      /** Releases one page of zones. Returns true if there were any. */
      const releasePage = Effect.fnUntraced(function*(set: SetIdentity) {
        const { items } = yield* stored(set, zonesPerPage)
        yield* Effect.forEach(items, ({ zone: { dns_zone_id, name } }) =>
          Effect.ignore(redelegated(
            name,
            changes.change(dns_zone_id, "vanity_set", ({ vanity_nameserver_set_id }) =>
              Effect.succeed(
                vanity_nameserver_set_id === set.set_id ? { rrsets: [], zone: platformBranding(dns) } : null
              ))
          )), { discard: true })
        return items.length > 0
      })

      return VanitySetZones.of({
        assign,
        list: ({ organization_id, set_id }, page) =>
          asSystem(
            organization_id,
            zones.list({ vanity_nameserver_set_id: set_id }, { by: "name", order: "asc" }, page, [])
          ).pipe(Effect.provideService(OrganizationDirectory, directory), Effect.orDie),
        count: (set) => Effect.map(stored(set, 1), ({ total }) => total),
        release: Effect.fn("VanitySetZones.release")(function*(set) {
          while (yield* releasePage(set)) yield* Effect.yieldNow
        })
      })
    })
  )
}
