import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("DELETE /v1/dns/{zone_name}", (it) => {
  it.effect("204: the zone is gone, and its name is free", () =>
    Effect.gen(function*() {
      const { call, created, name, path } = yield* zoneFixture
      const { body, status } = yield* call("DELETE", `${path}.`)
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.strictEqual((yield* call("GET", path)).status, 404)
      const again = yield* call("POST", "/v1/dns", { name })
      assert.strictEqual(again.status, 201)
      assert.isAbove(again.body.serial, created.body.serial)
      assert.deepStrictEqual(again.body.rrsets.length, 2)
    }))

  it.effect("204: only at the serial that the caller knows", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const stale = yield* call("DELETE", path, undefined, { "if-match": "\"1\"" })
      assert.deepStrictEqual([stale.status, stale.body], [412, {
        type: "precondition-failed",
        title: "Precondition Failed",
        status: 412,
        code: "ERROR_PRECONDITION_FAILED",
        detail: `Zone ${created.body.name} is at serial ${created.body.serial}`,
        zone_name: created.body.name,
        serial: created.body.serial
      }])
      const { status } = yield* call("DELETE", path, undefined, { "if-match": `"${created.body.serial}"` })
      assert.strictEqual(status, 204)
    }))

  it.effect("403: a key without dns:delete", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const limited = yield* zoneCaller({ of: call.organization, rights: ["dns:read", "dns:manage"] })
      const { body, status } = yield* limited("DELETE", path)
      assert.deepStrictEqual([status, body.permission], [403, "dns:delete"])
    }))

  it.effect("404: a zone of another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("DELETE", path)).status, 404)
    }))
})
