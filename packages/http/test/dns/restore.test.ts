import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("POST /v1/dns/{zone_name}/restore", (it) => {
  it.effect("200: the content of an earlier serial, under a new one", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      yield* call("PUT", `${path}/rrsets`, { rrsets: [] })
      const { body, headers, status } = yield* call("POST", `${path}/restore`, { serial: created.body.serial })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.isAbove(body.serial, created.body.serial + 1)
      assert.strictEqual(headers.get("etag"), `"${body.serial}"`)
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), writtenIn(created))
      const { body: history } = yield* call("GET", `${path}/changes`)
      assert.strictEqual(history.items[0].cause, "restore")
    }))

  it.effect("404: a serial that the zone never had, and a zone of another organization", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body, status } = yield* call("POST", `${path}/restore`, { serial: 1 })
      assert.deepStrictEqual([status, body.code], [404, "ERROR_ZONE_VERSION_NOT_FOUND"])
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("POST", `${path}/restore`, { serial: created.body.serial })).status, 404)
    }))

  it.effect("412: the zone has changed since it was read", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { serial } = created.body
      const { status } = yield* call("POST", `${path}/restore`, { serial }, { "if-match": `"${serial + 1}"` })
      assert.strictEqual(status, 412)
    }))

  it.effect("422: no serial", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("POST", `${path}/restore`, {})
      assert.deepStrictEqual([status, body.errors[0].loc], [422, ["body", "serial"]])
    }))
})
