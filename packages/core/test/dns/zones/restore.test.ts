import { assert, layer } from "@effect/vitest"
import { Zones, ZoneStore } from "@namewright/core/dns"
import { Context, Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { rrsetOf } from "../rrsetOf.ts"
import { inNewOrganization, newZone, zonesPlatformOn } from "./ZonesPlatform.ts"

/** Reads and locks of the zone store, oldest first. */
const calls: Array<"content" | "lock"> = []

const storage = Layer.effectContext(Effect.gen(function*() {
  const stored = yield* Layer.build(memoryDatabase())
  const store = Context.get(stored, ZoneStore)
  return Context.add(stored, ZoneStore, {
    ...store,
    content: (zone) => Effect.suspend(() => (calls.push("content"), store.content(zone))),
    lock: (zone) => Effect.suspend(() => (calls.push("lock"), store.lock(zone)))
  })
}))

layer(zonesPlatformOn(storage))("A restore", (it) => {
  it.effect("is read before the zone is locked", () =>
    Effect.gen(function*() {
      const { replaceRrsets, restore } = yield* Zones
      const zone = yield* newZone({ rrsets: [rrsetOf("a", "A", "192.0.2.1")] })
      yield* replaceRrsets(zone.name, { rrsets: [] })
      calls.length = 0
      yield* restore(zone.name, zone.serial)
      // The last one is for the rules, which compare the write with what is stored.
      assert.deepStrictEqual(calls, ["content", "lock", "content"])
    }).pipe(inNewOrganization))
})
