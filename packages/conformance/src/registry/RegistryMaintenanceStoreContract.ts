import { assert, layer } from "@effect/vitest"
import { type MaintenanceNotice, RegistryMaintenanceStore } from "@namewright/core/registry"
import { DateTime, Effect, type Layer } from "effect"

let registries = 0

const instant = (text: string) => DateTime.makeUnsafe(text)

const notice = (changes: Partial<MaintenanceNotice> = {}): MaintenanceNotice => ({
  maintenance_id: "2e6df9b0-4092-4491-bcc8-9fb2166dcee6",
  name: "Datacenter move",
  starts_on: instant("2026-12-10T02:00:00Z"),
  ends_on: instant("2026-12-10T06:00:00Z"),
  impact: "full",
  systems: [{ name: "EPP", host: "epp.registry.example", impact: "full" }],
  environment: "production",
  reason: "planned",
  tlds: ["example"],
  description: "free text",
  detail: "https://www.registry.example/notice?123",
  ...changes
})

/** Contract of the store of maintenances. */
export const registryMaintenanceStoreContract = <E>(
  name: string,
  storage: Layer.Layer<RegistryMaintenanceStore, E>
) => {
  layer(storage)(`RegistryMaintenanceStore (${name})`, (it) => {
    const store = Effect.gen(function*() {
      const maintenances = yield* RegistryMaintenanceStore
      const registry = `registry-${++registries}`
      const own = Effect.fnUntraced(function*(since = "2026-12-01T00:00:00Z") {
        return (yield* maintenances.since(instant(since), 1000)).filter((one) => one.registry === registry)
      })
      return { maintenances, registry, own }
    })

    it.effect("stores a maintenance, and replaces it by its latest announcement", () =>
      Effect.gen(function*() {
        const { maintenances, own, registry } = yield* store
        yield* maintenances.put(registry, notice())
        assert.deepStrictEqual(yield* own(), [{ ...notice(), registry, ended_on: null }])
        const later = notice({ name: null, ends_on: instant("2026-12-10T08:00:00Z"), impact: "partial", tlds: [] })
        yield* maintenances.put(registry, later)
        assert.deepStrictEqual(yield* own(), [{ ...later, registry, ended_on: null }])
      }))

    it.effect("ends a maintenance once, and reopens it when it is announced again", () =>
      Effect.gen(function*() {
        const { maintenances, own, registry } = yield* store
        yield* maintenances.end(registry, notice().maintenance_id, instant("2026-12-09T00:00:00Z"))
        assert.deepStrictEqual(yield* own(), [])
        yield* maintenances.put(registry, notice())
        yield* maintenances.end(`${registry}-other`, notice().maintenance_id, instant("2026-12-09T00:00:00Z"))
        yield* maintenances.end(registry, notice().maintenance_id, instant("2026-12-10T03:00:00Z"))
        yield* maintenances.end(registry, notice().maintenance_id, instant("2026-12-10T05:00:00Z"))
        assert.deepStrictEqual((yield* own()).map(({ ended_on }) => ended_on), [instant("2026-12-10T03:00:00Z")])
        yield* maintenances.put(registry, notice())
        assert.deepStrictEqual((yield* own()).map(({ ended_on }) => ended_on), [null])
      }))

    it.effect("lists maintenances that end after an instant, by start", () =>
      Effect.gen(function*() {
        const { maintenances, own, registry } = yield* store
        yield* maintenances.put(registry, notice({ maintenance_id: "b", starts_on: instant("2026-12-10T01:00:00Z") }))
        yield* maintenances.put(registry, notice({ maintenance_id: "a" }))
        yield* maintenances.put(registry, notice({ maintenance_id: "c", ends_on: instant("2026-12-11T00:00:00Z") }))
        assert.deepStrictEqual((yield* own()).map(({ maintenance_id }) => maintenance_id), ["b", "a", "c"])
        assert.lengthOf(yield* own("2026-12-10T05:59:59Z"), 3)
        assert.lengthOf(yield* own("2026-12-10T06:00:00Z"), 1)
        assert.lengthOf(yield* maintenances.since(instant("2026-12-01T00:00:00Z"), 1), 1)
      }))
  })
}
