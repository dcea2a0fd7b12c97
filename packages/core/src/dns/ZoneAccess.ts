import { Effect, Option, Schema } from "effect"
import { OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import type { Actor } from "../shared/index.ts"
import { type Zone, ZoneId } from "./Zone.ts"
import { ZoneChanged, ZoneNotFound } from "./ZoneError.ts"
import { referredZone } from "./ZoneName.ts"
import type { ZoneReference } from "./ZoneRequest.ts"
import { ZoneStore } from "./ZoneStore.ts"

const isZoneId = Schema.is(ZoneId)

/** How callers get at the zones that are theirs. */
export const makeZoneAccess = Effect.gen(function*() {
  const store = yield* ZoneStore
  const directory = yield* OrganizationDirectory

  const requireVisible = Effect.fnUntraced(function*(actor: Actor, zone: Zone, reference: ZoneReference) {
    if (!(yield* OrganizationScope.visible(directory, actor, zone.organization_id))) {
      return yield* new ZoneNotFound({ zone_name: reference })
    }
  })

  /** A zone of the caller's organization, or of a suborganization of it. */
  const held = Effect.fnUntraced(function*(actor: Actor, reference: ZoneReference) {
    const referred = yield* required(referredZone(reference), reference)
    const zone = yield* required(
      yield* isZoneId(referred) ? store.findById(referred) : store.find(referred),
      reference
    )
    yield* requireVisible(actor, zone, reference)
    return zone
  })

  /** The name of a zone to be locked; only an id has to be looked up. */
  const nameOf = Effect.fnUntraced(function*(reference: ZoneReference) {
    const referred = yield* required(referredZone(reference), reference)
    if (!isZoneId(referred)) return referred
    return (yield* required(yield* store.findById(referred), reference)).name
  })

  return { held, nameOf, requireVisible }
})

/** What a reference stands for, where it stands for anything. */
export const required = <A>(found: Option.Option<A>, reference: ZoneReference) =>
  Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(new ZoneNotFound({ zone_name: reference }))

/** Fails when the zone is no longer what the caller knows. */
export const requireSerial = ({ name, serial }: Zone, expected: number | undefined) =>
  expected === undefined || expected === serial
    ? Effect.void
    : Effect.fail(new ZoneChanged({ zone_name: name, serial }))
