import { Effect, Option, Schema } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import { type Actor, tagsNeeded } from "../shared/index.ts"
import { type Zone, ZoneId } from "./Zone.ts"
import { ZoneChanged, ZoneDisplaced, ZoneNotFound } from "./ZoneError.ts"
import { referredZone } from "./ZoneName.ts"
import type { ZoneReference } from "./ZoneRequest.ts"
import { type ZoneContent, type ZoneSelector, ZoneStore } from "./ZoneStore.ts"

const isZoneId = Schema.is(ZoneId)

/**
 * Access of callers to the zones of their organization and its suborganizations; of restricted callers, to the zones in
 * their scope. Several of these may have a zone with
 * the same name. A name then refers to the zone of the caller's own organization, otherwise to a zone that is not
 * displaced; a served zone comes first.
 */
export const makeZoneAccess = Effect.gen(function*() {
  const store = yield* ZoneStore
  const directory = yield* OrganizationDirectory

  /** True if the scope of the caller contains the zone. */
  const isInScope = Effect.fnUntraced(function*({ scope }: Actor, { dns_zone_id, name, organization_id }: Zone) {
    const needed = tagsNeeded(scope, { id: dns_zone_id, name })
    if (needed === undefined || needed.length === 0) return needed !== undefined
    const tags: ReadonlyArray<string> = (yield* store.tagsOf(organization_id, [dns_zone_id])).get(dns_zone_id) ?? []
    return needed.every((one) => one.some((tag) => tags.includes(tag)))
  })

  const isVisible = (actor: Actor, zone: Zone) => {
    const isOwn = OrganizationScope.visible(directory, actor, zone.organization_id)
    return actor.scope === undefined
      ? isOwn
      : Effect.flatMap(isOwn, (owned) => owned ? isInScope(actor, zone) : Effect.succeed(false))
  }

  /** Reads the referenced zone, with few statements if it belongs to the caller's own organization. */
  const located = <A>(
    read: (zone: ZoneSelector) => Effect.Effect<Option.Option<A>>,
    zoneOf: (found: A) => Zone
  ) =>
    Effect.fnUntraced(function*(actor: Actor, reference: ZoneReference) {
      const referred = yield* required(referredZone(reference), reference)
      const { organization_id } = actor
      const found = yield* read(isZoneId(referred) ? referred : { organization_id, name: referred })
      if (Option.isSome(found) && (yield* isVisible(actor, zoneOf(found.value)))) return found.value
      if (!isZoneId(referred)) {
        for (const zone of yield* store.named(referred)) {
          if (yield* isVisible(actor, zone)) return yield* required(yield* read(zone.dns_zone_id), reference)
        }
      }
      return yield* new ZoneNotFound({ zone_name: reference })
    })

  const visible = located(store.find, itself)

  return {
    /** A zone that the caller may see. */
    visible,
    /** Name of the referenced zone. A name is returned without a look-up, and may not belong to a visible zone. */
    nameOfZone: Effect.fnUntraced(function*(actor: Actor, reference: ZoneReference) {
      const referred = yield* required(referredZone(reference), reference)
      return isZoneId(referred) ? (yield* visible(actor, reference)).name : referred
    }),
    /** A visible zone with its RRsets. */
    visibleWithRrsets: located(store.content, ({ zone }: ZoneContent) => zone),
    /** A visible zone, locked to the end of the transaction. */
    locked: located(store.lock, itself)
  }
})

const itself = (zone: Zone): Zone => zone

/** The referenced zone; fails with `ZoneNotFound`. */
export const required = <A>(found: Option.Option<A>, reference: ZoneReference) =>
  Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new ZoneNotFound({ zone_name: reference }))

/** Fails if the zone does not have the serial that the caller expects. */
export const requireSerial = ({ name, serial }: Zone, expected: number | undefined) =>
  expected === undefined || expected === serial
    ? Effect.void
    : Effect.fail(new ZoneChanged({ zone_name: name, serial }))

/** Fails if another organization's right to the name has taken precedence: the zone can only be read and deleted. */
export const requireInPlace = ({ displaced_on, name }: Zone) =>
  displaced_on === null ? Effect.void : Effect.fail(new ZoneDisplaced({ zone_name: name, displaced_on }))
