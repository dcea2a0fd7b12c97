import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { problemsOf, rrset, upsert, writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("PATCH /v1/dns/{zone_name}/rrsets", (it) => {
  it.effect("204: RRsets are put and taken away, in order", () =>
    Effect.gen(function*() {
      const { call, name, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/rrsets`, {
        ops: [
          upsert(rrset("www", "A", 600, "192.0.2.9")),
          { op: "remove", rrset: { name: "@", type: "MX", ttl: 0, records: null } },
          { op: "remove", rrset: { name: "never", type: "TXT", records: [] } },
          upsert(rrset(`api.${name}`, "AAAA", 60, "2001:DB8::1")),
          upsert(rrset("gone", "TXT", 60, "x")),
          { op: "remove", rrset: { name: `gone.${name}.`, type: "TXT", ttl: 7 } }
        ]
      })
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), ["api AAAA 2001:db8::1", "www A 192.0.2.9"])
    }))

  it.effect("204: nothing to do leaves the serial", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { headers, status } = yield* call("PATCH", `${path}/rrsets`, {
        ops: [upsert(rrset("www", "A", 300, "192.0.2.1", "192.0.2.2")), {
          op: "remove",
          rrset: { name: "no", type: "A" }
        }]
      })
      assert.deepStrictEqual([status, headers.get("etag")], [204, `"${created.body.serial}"`])
    }))

  it.effect("409: RRsets of the platform, also to take them away", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      for (
        const [name, type, reason] of [
          ["@", "NS", "SYSTEM_MANAGED_NS"],
          ["", "SOA", "SYSTEM_MANAGED_SOA"],
          ["@", "DNSKEY", "GENERIC"],
          ["sub", "DS", "GENERIC"]
        ]
      ) {
        const { body, status } = yield* call("PATCH", `${path}/rrsets`, {
          ops: [{ op: "remove", rrset: { name, type } }]
        })
        assert.deepStrictEqual([status, body.protected_reason, body.rrset_type], [409, reason, type])
      }
    }))

  it.effect("412: the zone has changed since it was read", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { status } = yield* call("PATCH", `${path}/rrsets`, { ops: [] }, { "if-match": "\"7\"" })
      assert.strictEqual(status, 412)
    }))

  it.effect("422: all ops or none, and every problem has the place of its op", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const wrong = rrset("b", "A", 300, "nonsense")
      const { body, status } = yield* call("PATCH", `${path}/rrsets`, {
        ops: [
          upsert(rrset("a", "A", 300, "192.0.2.1")),
          upsert(wrong),
          upsert(rrset("www", "CNAME", 300, "a")),
          upsert(rrset("*.wild", "NS", 300, "ns1.example.net."))
        ]
      })
      assert.strictEqual(status, 422)
      const kinds = problemsOf(body)
      for (const [index, type] of [[1, "invalid_rdata"], [2, "cname_conflict"], [3, "wildcard_ns"]]) {
        assert.isTrue(
          kinds.some((kind) => kind.startsWith(`body.ops.${index}.rrset`) && kind.endsWith(`: ${type}`)),
          `${type} in ${kinds.join(", ")}`
        )
      }
      assert.strictEqual((yield* call("GET", path)).body.serial, created.body.serial)
    }))

  it.effect("422: a type that zones do not have hides no problem of other ops, nor of its own", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/rrsets`, {
        ops: [
          upsert(rrset("a..b", "NULL", 1, "x")),
          upsert(rrset("b", "A", 300, "nonsense")),
          { op: "remove", rrset: { name: "c", type: "RRSIG" } },
          upsert(rrset("d", "TYPE255", 300, "\\# 0"))
        ]
      })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(problemsOf(body), [
        "body.ops.0.rrset: unsupported_type",
        "body.ops.0.rrset: invalid_ttl",
        "body.ops.0.rrset: invalid_name",
        "body.ops.1.rrset: invalid_rdata",
        "body.ops.2.rrset: unsupported_type",
        "body.ops.3.rrset: unsupported_type"
      ])
    }))

  it.effect("204: types by number, which have the name that they are known by", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { status } = yield* call("PATCH", `${path}/rrsets`, {
        ops: [
          { op: "remove", rrset: { name: "@", type: "TYPE15" } },
          upsert(rrset("a", "TYPE65280", 300, "\\# 4 c0 00 02 01", "\\# 0")),
          upsert(rrset("www", "TYPE1", 300, "\\# 4 C0000209"))
        ]
      })
      assert.strictEqual(status, 204)
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), [
        "a TYPE65280 \\# 4 C0000201 \\# 0",
        "www A 192.0.2.9"
      ])
      const exported = yield* call("GET", `${path}/master-file`)
      const again = yield* call("POST", `${path}/import`, exported.body, { "content-type": "text/dns" })
      assert.strictEqual(again.body.num_changes, 0)
    }))

  it.effect("422: ops without an RRset, and of another kind", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("PATCH", `${path}/rrsets`, { ops: [{ op: "replace" }, { op: "upsert" }] })
      assert.strictEqual(status, 422)
      assert.includeMembers(problemsOf(body), ["body.ops.0.op: enum", "body.ops.1.rrset: missing"])
    }))

  it.effect("404: a zone of another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("PATCH", `${path}/rrsets`, { ops: [] })).status, 404)
    }))
})
