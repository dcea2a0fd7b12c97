import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { problemsOf, writtenIn, zoneCaller, zoneFixture } from "./zoneCaller.ts"

const file = `$TTL 600
@ IN SOA ns.elsewhere.test. hostmaster.elsewhere.test. 7 3600 600 86400 300
@ IN NS ns.elsewhere.test.
@ IN MX 10 mail
mail 300 IN A 192.0.2.25
text IN TXT ( "((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((" )
`

layer(TestPlatform.layer)("POST /v1/dns/{zone_name}/import", (it) => {
  it.effect("200: the file's records in the place of all others, without those of its nameservers", () =>
    Effect.gen(function*() {
      const { call, created, name, path } = yield* zoneFixture
      const { body, headers, status } = yield* call("POST", `${path}/import`, file, { "content-type": "text/dns" })
      assert.strictEqual(status, 200, JSON.stringify(body))
      assert.isAbove(body.serial, created.body.serial)
      assert.strictEqual(headers.get("etag"), `"${body.serial}"`)
      assert.deepStrictEqual(body.left_out, [
        { line: 2, name: `${name}.`, type: "SOA", reason: "managed" },
        { line: 3, name: `${name}.`, type: "NS", reason: "managed" }
      ])
      assert.strictEqual(body.left_out_count, 2)
      const [mx, mail, text] = writtenIn(yield* call("GET", path))
      assert.deepStrictEqual([mx, mail, text?.slice(0, 8)], [`@ MX 10 mail.${name}.`, "mail A 192.0.2.25", "text TXT"])
    }))

  it.effect("200: the file as a member of a JSON body", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { status } = yield* call("POST", `${path}/import`, { master_file: "www 60 IN A 192.0.2.77\n" })
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), ["www A 192.0.2.77"])
    }))

  it.effect("200: what was exported changes nothing", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const exported = yield* call("GET", `${path}/master-file`)
      const { body } = yield* call("POST", `${path}/import`, exported.body, { "content-type": "text/dns" })
      assert.deepStrictEqual([body.num_changes, body.changeset_id], [0, null])
    }))

  it.effect("200: a lenient import puts right what a strict one refuses, and a dry run stores nothing", () =>
    Effect.gen(function*() {
      const { call, created, name, path } = yield* zoneFixture
      const exported = "a 5 A 192.0.2.1\na 60 A 192.0.2.2\nb 60 HIP x\n"
      const strict = yield* call("POST", `${path}/import`, { master_file: exported })
      assert.deepStrictEqual([strict.status, problemsOf(strict.body)], [422, [
        "body.master_file.1: invalid_ttl",
        "body.master_file.2: ttl_mismatch",
        "body.master_file.3: unsupported_type"
      ]])
      const tried = yield* call("POST", `${path}/import?mode=lenient&dry_run=true`, { master_file: exported })
      assert.deepStrictEqual([tried.status, tried.body.dry_run, tried.body.changeset_id], [200, true, null])
      assert.deepStrictEqual(tried.body.left_out, [
        { line: 3, name: `b.${name}.`, type: "HIP", reason: "unsupported_type" }
      ])
      assert.deepStrictEqual(problemsOf({ errors: tried.body.warnings }), [
        "body.master_file.1: invalid_ttl",
        "body.master_file.2: ttl_mismatch",
        "body.master_file.3: unsupported_type"
      ])
      assert.strictEqual((yield* call("GET", path)).body.serial, created.body.serial)
      const done = yield* call("POST", `${path}/import?mode=lenient`, exported, { "content-type": "text/dns" })
      assert.deepStrictEqual([done.status, done.body.dry_run, done.body.warnings], [200, false, tried.body.warnings])
      const isSoa = ({ rrset_type }: { rrset_type: string }) => rrset_type === "SOA"
      assert.deepStrictEqual(
        done.body.changes.filter((step: { rrset_type: string }) => !isSoa(step)),
        tried.body.changes
      )
      assert.deepStrictEqual(writtenIn(yield* call("GET", path)), ["a A 192.0.2.1 192.0.2.2"])
    }))

  it.effect("200: 1,000 warnings and records left out are listed, and the others counted", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("POST", `${path}/import?mode=lenient`, {
        master_file: `a X\n${" X\n".repeat(1999)}`
      })
      assert.deepStrictEqual([status, body.left_out.length, body.left_out_count], [200, 1000, 2000])
      assert.lengthOf(body.warnings, 1001)
      assert.deepStrictEqual(body.warnings.at(-1), {
        loc: ["body", "master_file"],
        msg: "1000 more warnings of this rule are not listed",
        type: "unsupported_type",
        input: null
      })
    }))

  it.effect("422: a mode that does not exist", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { body, status } = yield* call("POST", `${path}/import?mode=loose&dry_run=maybe`, { master_file: "" })
      assert.deepStrictEqual([status, problemsOf(body)], [422, ["query.mode: enum", "query.dry_run: bool_parsing"]])
    }))

  it.effect("412: the zone has changed since it was read", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const { status } = yield* call("POST", `${path}/import`, { master_file: "" }, { "if-match": "\"1\"" })
      assert.strictEqual(status, 412)
    }))

  it.effect("422: every line that cannot be read, and nothing is stored", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body, status } = yield* call("POST", `${path}/import`, {
        master_file: "www 60 IN A nonsense\nok 60 IN A 192.0.2.1\nx 60 IN MX ten mail\n"
      })
      assert.deepStrictEqual([status, body.code], [422, "ERROR_ZONE_VALIDATION_FAILED"])
      assert.isAtLeast(body.errors.length, 2)
      assert.strictEqual((yield* call("GET", path)).body.serial, created.body.serial)
    }))

  it.effect("404 and 415: a zone of another organization, and files of another kind", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      assert.strictEqual((yield* stranger("POST", `${path}/import`, { master_file: "" })).status, 404)
      assert.strictEqual((yield* call("POST", `${path}/import`, file, { "content-type": "text/csv" })).status, 415)
    }))
})
