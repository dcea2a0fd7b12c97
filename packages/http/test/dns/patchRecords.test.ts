import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { problemsOf, writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

const put = (name: string, type: string, rdata: string, ttl = 300) => ({
  op: "upsert",
  record: { name, type, ttl, rdata }
})
const take = (name: string, type: string, rdata: string) => ({ op: "remove", record: { name, type, ttl: 0, rdata } })

layer(TestPlatform.layer)("PATCH /v1/dns/{zone_name}/records", (it) => {
  it.effect("204: records come and go beside those that are there", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/records`, {
        ops: [
          put("www", "A", "192.0.2.3", 60),
          take("www", "A", "192.0.2.1"),
          put("_acme-challenge", "TXT", "token"),
          take("@", "MX", "10 MAIL.example.net."),
          take("nobody", "A", "192.0.2.1")
        ]
      })
      assert.deepStrictEqual([status, body], [204, undefined])
      const now = yield* call("GET", path)
      assert.deepStrictEqual(writtenIn(now), ["_acme-challenge TXT \"token\"", "www A 192.0.2.2 192.0.2.3"])
      assert.strictEqual(now.body.rrsets.find(({ type }: { type: string }) => type === "A").ttl, 60)
    }))

  it.effect("204: fifty concurrent writes lose nothing", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const answers = yield* Effect.forEach(
        Array.from({ length: 50 }, (_, index) => index),
        (index) => call("PATCH", `${path}/records`, { ops: [put("_acme-challenge", "TXT", `token-${index}`)] }),
        { concurrency: "unbounded" }
      )
      assert.deepStrictEqual(new Set(answers.map(({ status }) => status)), new Set([204]))
      const { body } = yield* call("GET", path)
      assert.strictEqual(body.rrsets.find(({ type }: { type: string }) => type === "TXT").records.length, 50)
    }))

  it.effect("409: records of the platform", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/records`, { ops: [put("@", "NS", "ns1.example.net.")] })
      assert.deepStrictEqual([status, body.code], [409, "ERROR_DNS_RRSET_PROTECTED"])
    }))

  it.effect("422: more than a thousand ops", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const ops = Array.from({ length: 1001 }, (_, index) => put(`h${index}`, "A", "192.0.2.1"))
      const { body, status } = yield* call("PATCH", `${path}/records`, { ops })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(body.errors.map(({ loc, type }: any) => [loc, type]), [[["body", "ops"], "too_long"]])
      assert.strictEqual((yield* call("PATCH", `${path}/records`, { ops: ops.slice(1) })).status, 204)
    }))

  it.effect("422: all ops or none, and every problem has the place of its op", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/records`, {
        ops: [put("a", "A", "192.0.2.1"), put("b", "A", "nonsense"), put("@", "CNAME", "www")]
      })
      assert.deepStrictEqual([status, body.code], [422, "ERROR_ZONE_VALIDATION_FAILED"])
      const kinds = problemsOf(body)
      for (const [index, type] of [[1, "invalid_rdata"], [2, "cname_at_apex"]]) {
        assert.isTrue(
          kinds.some((kind) => kind.startsWith(`body.ops.${index}.record`) && kind.endsWith(`: ${type}`)),
          `${type} in ${kinds.join(", ")}`
        )
      }
      assert.strictEqual((yield* call("GET", path)).body.serial, created.body.serial)
    }))

  it.effect("403 and 404: callers without permission", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const reader = yield* zoneCaller({ of: call.organization, rights: ["dns:read"] })
      assert.strictEqual((yield* reader("PATCH", `${path}/records`, { ops: [] })).status, 403)
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("PATCH", `${path}/records`, { ops: [] })).status, 404)
    }))
})
