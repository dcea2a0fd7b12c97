import { assert } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { Zones } from "@namewright/core/dns"
import { JobWorker } from "@namewright/core/jobs"
import { Instant, type Permission, Timetable } from "@namewright/core/shared"
import { DateTime, Duration, Effect, Schema } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { vanitySetBody } from "./vanitySetBody.ts"

/** Id of a set that does not exist. */
export const unknownSet = "vns_01h455vb4pex5vsknk084sn02q"

export const vanitySets = "/v1/vanity-nameserver-sets"

let made = 0

/** A name that no other test has. */
export const newParent = () => `brand${++made}.example`

/** Everything that time has brought, and the jobs that come of it. */
export const work = Effect.gen(function*() {
  const timetable = yield* Timetable
  for (const { run } of yield* timetable.works) while (yield* run);
  yield* (yield* JobWorker).drain(Duration.hours(1))
})

/** Moves on to a moment of an answer, and does what time has brought. */
export const moveTo = Effect.fnUntraced(function*(instant: string) {
  const at = yield* Schema.decodeUnknownEffect(Instant.Instant)(instant)
  yield* TestClock.setTime(DateTime.toEpochMillis(at))
  yield* work
})

/** A caller of an organization with money. */
export const payingCaller = Effect.fnUntraced(function*(
  { credit = 100_000, rights }: { readonly credit?: number; readonly rights?: ReadonlyArray<Permission> } = {}
) {
  const { organization } = yield* TestPlatform
  const of = yield* organization({ credit })
  return yield* caller(rights === undefined ? { of } : { of, rights })
})

type Caller = Effect.Success<ReturnType<typeof payingCaller>>

/** A set of the caller that waits for its names. */
export const newVanitySet = Effect.fnUntraced(function*(call: Caller, parent: string = newParent()) {
  const { body, status } = yield* call("POST", vanitySets, vanitySetBody(parent))
  assert.strictEqual(status, 202, JSON.stringify(body))
  return { ...body, path: `${vanitySets}/${body.set_id}` }
})

/** An active set of the caller, with names in a zone that is hosted here. */
export const activeVanitySet = Effect.fnUntraced(function*(call: Caller) {
  const parent = newParent()
  const zones = yield* Zones
  yield* asSystem(call.organization, zones.create({ name: parent, vanity_nameserver_set_id: null }))
  const { path } = yield* newVanitySet(call, parent)
  yield* work
  const { body } = yield* call("GET", path)
  assert.strictEqual(body.status, "active", JSON.stringify(body))
  return { ...body, path }
})

/** A set of the caller whose paid year is over. */
export const suspendedVanitySet = Effect.fnUntraced(function*(call: Caller) {
  const set = yield* activeVanitySet(call)
  yield* call("PATCH", set.path, { renewal_mode: "expire" })
  yield* moveTo(set.expires_on)
  const { body } = yield* call("GET", set.path)
  assert.strictEqual(body.status, "suspended", JSON.stringify(body))
  return { ...body, path: set.path }
})

/** A new zone of the caller's organization, as the platform's default has it. */
export const newZone = Effect.fnUntraced(function*(call: Caller, members: object = {}) {
  const zones = yield* Zones
  const name = newParent()
  yield* asSystem(call.organization, zones.create({ name, ...members }))
  return name
})
