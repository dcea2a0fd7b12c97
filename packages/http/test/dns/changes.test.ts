import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { rrset, upsert, zoneCaller, zoneFixture } from "./zoneCaller.ts"

/** A zone that was changed once. */
const fixture = Effect.gen(function*() {
  const zone = yield* zoneFixture
  yield* zone.call("PATCH", `${zone.path}/rrsets`, { ops: [upsert(rrset("new", "A", 300, "192.0.2.5"))] })
  return { ...zone, serial: (yield* zone.call("GET", zone.path)).body.serial }
})

layer(TestPlatform.layer)("GET /v1/dns/{zone_name}/changes", (it) => {
  it.effect("200: who has changed what kind of thing, the newest first", () =>
    Effect.gen(function*() {
      const { call, created, path, serial } = yield* fixture
      const { body, status } = yield* call("GET", `${path}/changes`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(
        body.items.map((one: { serial: number; cause: string }) => [one.serial, one.cause]),
        [[serial, "patch_rrsets"], [created.body.serial, "create"]]
      )
      assert.match(body.items[0].changed_by, /^api_key_/)
      assert.strictEqual(body.items[1].changeset_id, created.body.changeset_id)
      const second = yield* call("GET", `${path}/changes?page=2&page_size=1`)
      assert.deepStrictEqual([second.body.total, second.body.items[0].cause], [2, "create"])
    }))

  it.effect("404: a zone of another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* fixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("GET", `${path}/changes`)).status, 404)
    }))
})

layer(TestPlatform.layer)("GET /v1/dns/{zone_name}/changes/{serial}", (it) => {
  it.effect("200: every record that came and went, the SOA among them", () =>
    Effect.gen(function*() {
      const { call, name, path, serial } = yield* fixture
      const { body, status } = yield* call("GET", `${path}/changes/${serial}`)
      assert.deepStrictEqual([status, body.zone_name, body.cause], [200, `${name}.`, "patch_rrsets"])
      assert.deepInclude(body.changes, {
        action: "create_record",
        rrset_name: `new.${name}.`,
        rrset_type: "A",
        record_data: "192.0.2.5",
        ttl: 300
      })
      assert.strictEqual(body.changes.filter((step: { rrset_type: string }) => step.rrset_type === "SOA").length, 2)
    }))

  it.effect("404: a serial that the zone never had, and a zone of another organization", () =>
    Effect.gen(function*() {
      const { call, path, serial } = yield* fixture
      const { body, status } = yield* call("GET", `${path}/changes/1`)
      assert.deepStrictEqual([status, body.code, body.serial], [404, "ERROR_ZONE_VERSION_NOT_FOUND", 1])
      const stranger = yield* zoneCaller()
      const foreign = yield* stranger("GET", `${path}/changes/${serial}`)
      assert.deepStrictEqual([foreign.status, foreign.body.code], [404, "ERROR_ZONE_NOT_FOUND"])
    }))

  it.effect("422: what is no serial", () =>
    Effect.gen(function*() {
      const { call, path } = yield* fixture
      const { body, status } = yield* call("GET", `${path}/changes/latest`)
      assert.deepStrictEqual([status, body.errors[0].loc], [422, ["path", "serial"]])
    }))
})
