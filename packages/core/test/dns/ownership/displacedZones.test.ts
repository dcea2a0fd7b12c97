import { assert, layer } from "@effect/vitest"
import { ZoneStore } from "@namewright/core/dns"
import { Context, Effect, Layer, Option } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { customer, passManyDays, register } from "../../domains/DomainsPlatform.ts"
import { claimsPlatformOn, createZone, named } from "./ClaimsPlatform.ts"

const broken = "broken.displaced.com"

/** A database in which one zone cannot be removed. */
const storage = Layer.effectContext(Effect.gen(function*() {
  const stored = yield* Layer.build(memoryDatabase())
  const store = Context.get(stored, ZoneStore)
  return Context.add(stored, ZoneStore, {
    ...store,
    remove: (zone, serial) =>
      zone.name === named(broken) ? Effect.die(new Error("A row is broken")) : store.remove(zone, serial)
  })
}))

layer(claimsPlatformOn(storage))("Displaced zones", (it) => {
  it.effect("are removed even if an earlier one cannot be removed", () =>
    Effect.gen(function*() {
      const [owner, holder] = [yield* customer(), yield* customer()]
      const names = [broken, "z.displaced.com", "displaced.com"]
      for (const name of names) yield* createZone(owner, name)
      const store = yield* ZoneStore
      yield* register(holder, "displaced.com")
      yield* passManyDays(32)
      const remaining = yield* Effect.forEach(
        names,
        (name) => Effect.map(store.find({ organization_id: owner.organization_id, name: named(name) }), Option.isSome)
      )
      assert.deepStrictEqual(remaining, [true, false, false])
    }))
})
