import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { problemsOf, rrset, writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("PUT /v1/dns/{zone_name}/rrsets", (it) => {
  it.effect("204: what is named takes the place of everything else", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body, headers, status } = yield* call("PUT", `${path}/rrsets`, {
        rrsets: [rrset("www", "A", 300, "192.0.2.2", "192.0.2.1"), rrset("ftp", "CNAME", 300, "www")]
      })
      assert.deepStrictEqual([status, body], [204, undefined])
      const now = yield* call("GET", path)
      assert.strictEqual(headers.get("etag"), `"${now.body.serial}"`)
      assert.isAbove(now.body.serial, created.body.serial)
      assert.deepStrictEqual(writtenIn(now).map((line) => line.split(" ").slice(0, 2).join(" ")), [
        "ftp CNAME",
        "www A"
      ])
    }))

  it.effect("204: an empty list takes away what the user has written, and nothing else", () =>
    Effect.gen(function*() {
      for (const body of [{ rrsets: [] }, {}]) {
        const { call, path } = yield* zoneFixture
        assert.strictEqual((yield* call("PUT", `${path}/rrsets`, body)).status, 204)
        const now = yield* call("GET", path)
        assert.deepStrictEqual([writtenIn(now), now.body.rrsets.length], [[], 2])
      }
    }))

  it.effect("204: data of every kind are returned as they were written, in their order", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const digest = "D4B7D520E7BB5F0F67674A0CCEB1E3E0614B93C4F9E99B8383F6A1E4469DA50A"
      const key = "mdsswUyr3DPW132mOi8V9xESWE8jTo0dxCjjnopKl+GqJxpVXckHAeF+KkxLbxILfDLUT0rAK9iUzy1L53eKGQ=="
      const lines = [
        ["_443._tcp", "TLSA", `3 1 1 ${digest}`, `2 1 1 ${digest}`],
        ["a", "A", "192.0.2.9", "192.0.2.1", "192.0.2.5"],
        ["cert", "CERT", `1 0 8 ${key}`],
        ["host", "SSHFP", `4 2 ${digest}`, `1 2 ${digest}`],
        ["key", "OPENPGPKEY", key],
        ["svc", "HTTPS", "1 . alpn=h2,h3 port=8443", "2 . alpn=http/1.1 key667=hello"]
      ] as const
      const rrsets = lines.map(([name, type, ...records]) => rrset(name, type, 300, ...records))
      assert.strictEqual((yield* call("PUT", `${path}/rrsets`, { rrsets })).status, 204)
      assert.sameDeepMembers(
        [...writtenIn(yield* call("GET", path))],
        lines.map((line) => line.join(" "))
      )
    }))

  it.effect("200: what was changed, for callers that prefer to see it", () =>
    Effect.gen(function*() {
      const { call, name, path } = yield* zoneFixture
      const prefer = { prefer: "return=representation" }
      const rrsets = [rrset("www", "A", 300, "192.0.2.1")]
      const { body, headers, status } = yield* call("PUT", `${path}/rrsets`, { rrsets }, prefer)
      assert.deepStrictEqual([status, headers.get("preference-applied")], [200, "return=representation"])
      assert.deepInclude(body.changes, {
        action: "delete_record",
        rrset_name: `www.${name}.`,
        rrset_type: "A",
        record_data: "192.0.2.2",
        ttl: 300
      })
      const same = yield* call("PUT", `${path}/rrsets`, { rrsets }, prefer)
      assert.deepStrictEqual(same.body, {
        changes: [],
        changeset_id: null,
        num_changes: 0,
        zone_name: `${name}.`,
        dnssec_registry_publish: null,
        serial: body.serial,
        warnings: []
      })
    }))

  it.effect("404: a zone of another organization", () =>
    Effect.gen(function*() {
      const { path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("PUT", `${path}/rrsets`, { rrsets: [] })).status, 404)
    }))

  it.effect("409: RRsets of the platform, even as they are", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const soa = created.body.rrsets.find(({ type }: { type: string }) => type === "SOA")
      const { body, status } = yield* call("PUT", `${path}/rrsets`, {
        rrsets: [rrset("@", "SOA", 3600, soa.records[0].rdata)]
      })
      assert.deepStrictEqual([status, body.protected_reason], [409, "SYSTEM_MANAGED_SOA"])
    }))

  it.effect("412: the zone has changed since it was read", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const known = { "if-match": `"${created.body.serial}"` }
      assert.strictEqual((yield* call("PUT", `${path}/rrsets`, { rrsets: [] }, known)).status, 204)
      const { status } = yield* call("PUT", `${path}/rrsets`, { rrsets: [rrset("a", "A", 60, "192.0.2.1")] }, known)
      assert.strictEqual(status, 412)
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), [])
    }))

  it.effect("422: every rule that is broken, and nothing is stored", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const before = yield* call("GET", path)
      const { body, status } = yield* call("PUT", `${path}/rrsets`, {
        rrsets: [
          rrset("a", "A", 300, "192.0.2.1"),
          rrset("A", "A", 300, "192.0.2.2"),
          rrset("b", "AAAA", 300),
          rrset("c", "A", 300, "192.0.2.1", "192.0.2.1"),
          rrset("x.other.test.", "A", 300, "192.0.2.1")
        ]
      })
      assert.strictEqual(status, 422)
      const kinds = problemsOf(body)
      for (
        const [index, type] of [[1, "duplicate_rrset"], [2, "empty_rrset"], [3, "duplicate_record"], [
          4,
          "name_out_of_zone"
        ]]
      ) {
        assert.isTrue(
          kinds.some((kind) => kind.startsWith(`body.rrsets.${index}`) && kind.endsWith(`: ${type}`)),
          `${type} in ${kinds.join(", ")}`
        )
      }
      assert.deepStrictEqual((yield* call("GET", path)).body, before.body)
    }))

  it.effect("422: records that are far too many, before they are decoded", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const records = Array.from({ length: 1001 }, () => ({}))
      const many = yield* call("PUT", `${path}/rrsets`, { rrsets: [{ ...rrset("www", "A", 300), records }] })
      assert.deepStrictEqual([many.status, problemsOf(many.body)], [422, ["body.rrsets.0.records: too_many_records"]])
    }))

  it.effect("422: at most 10,000 problems of a list", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const wrong = { ...rrset("www", "A", 300), records: Array.from({ length: 100 }, () => ({})) }
      const few = yield* call("PUT", `${path}/rrsets`, { rrsets: [wrong] })
      assert.strictEqual(problemsOf(few.body).length, 100)
      const many = yield* call("PUT", `${path}/rrsets`, { rrsets: Array.from({ length: 200 }, () => wrong) })
      assert.deepStrictEqual([many.status, problemsOf(many.body).length], [422, 10_000])
    }))

  it.effect("422: an entry that is too large to be parsed, with those before it", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const flood = { ...rrset("www", "A", 300), records: Array.from({ length: 10_000 }, () => ({})) }
      for (
        const [method, at, body] of [
          ["POST", "/v1/dns", { name: "flood.example", rrsets: [{}, flood] }],
          ["PUT", `${path}/rrsets`, { rrsets: [{}, flood] }],
          ["PATCH", `${path}/rrsets`, { ops: [{}, { op: "upsert", rrset: flood }] }],
          ["PATCH", `${path}/records`, { ops: [{}, { op: "upsert", record: flood }] }]
        ] as const
      ) {
        const [member] = Object.keys(body).slice(-1)
        const answer = yield* call(method, at, body)
        assert.strictEqual(answer.status, 422)
        const problems = problemsOf(answer.body)
        assert.strictEqual(problems.at(-1), `body.${member}.1: too_long`)
        assert.isTrue(problems.slice(0, -1).every((problem) => problem.startsWith(`body.${member}.0.`)))
        assert.isAbove(problems.length, 1)
      }
    }))

  it.effect("422: more than 100,000 characters besides the list", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const long = yield* call("PUT", `${path}/rrsets`, { rrsets: [], note: "x".repeat(100_000) })
      assert.deepStrictEqual([long.status, problemsOf(long.body)], [422, ["body: too_long"]])
    }))

  it.effect("422: a list that is too long, before its entries are decoded", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const lists = [
        ["POST", "/v1/dns", "rrsets", 10_000, "too_many_rrsets"],
        ["PUT", `${path}/rrsets`, "rrsets", 10_000, "too_many_rrsets"],
        ["PATCH", `${path}/rrsets`, "ops", 1000, "too_long"],
        ["PATCH", `${path}/records`, "ops", 1000, "too_long"]
      ] as const
      for (const [method, at, member, maximum, type] of lists) {
        const listOf = (length: number) => ({ [member]: Array.from({ length }, () => ({})) })
        const long = yield* call(method, at, listOf(maximum + 1))
        assert.deepStrictEqual([long.status, problemsOf(long.body)], [422, [`body.${member}: ${type}`]])
        const decoded = yield* call(method, at, listOf(3))
        assert.strictEqual(decoded.status, 422)
        assert.isAbove(problemsOf(decoded.body).length, 3)
      }
    }))

  it.effect("422: If-Match with more than one tag, or with what is none", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      for (const tag of ["\"1\", \"2\"", "2026112201", ""]) {
        const { body, status } = yield* call("PUT", `${path}/rrsets`, { rrsets: [] }, { "if-match": tag })
        assert.deepStrictEqual([status, body.errors[0].loc], [422, ["header", "if-match"]], tag)
      }
      for (const tag of ["W/\"1\"", "\"abc\""]) {
        assert.strictEqual((yield* call("PUT", `${path}/rrsets`, { rrsets: [] }, { "if-match": tag })).status, 412)
      }
      assert.strictEqual((yield* call("PUT", `${path}/rrsets`, { rrsets: [] }, { "if-match": "*" })).status, 204)
    }))
})
