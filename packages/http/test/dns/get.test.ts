import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { rrset, zoneCaller, zoneFixture } from "./zoneCaller.ts"

layer(TestPlatform.layer)("GET /v1/dns/{zone_name}", (it) => {
  it.effect("200: the zone, whose ETag is its serial", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body, headers, status } = yield* call("GET", path)
      assert.deepStrictEqual([status, headers.get("etag")], [200, `"${created.body.serial}"`])
      const { changes: _, changeset_id: _id, num_changes: _number, warnings: _warnings, zone_name: _name, ...zone } =
        created.body
      assert.deepStrictEqual(body, zone)
    }))

  it.effect("200: by its name in any case, with the final dot and without, and by its id", () =>
    Effect.gen(function*() {
      const { call, created, name } = yield* zoneFixture
      for (
        const reference of [`${name}.`, name.toUpperCase(), encodeURIComponent(`${name}.`), created.body.dns_zone_id]
      ) {
        const { body, status } = yield* call("GET", `/v1/dns/${reference}`)
        assert.deepStrictEqual([status, body.dns_zone_id], [200, created.body.dns_zone_id], reference)
      }
    }))

  it.effect("200 and 404: characters that a path escapes are read once", () =>
    Effect.gen(function*() {
      const { call, created, name } = yield* zoneFixture
      const once = yield* call("GET", `/v1/dns/${name.replace("-", "%2D")}`)
      assert.deepStrictEqual([once.status, once.body.dns_zone_id], [200, created.body.dns_zone_id])
      const twice = yield* call("GET", `/v1/dns/${name.replace("-", "%252D")}`)
      assert.deepStrictEqual([twice.status, twice.body.zone_name], [404, name.replace("-", "%2D")])
    }))

  it.effect("200: tags where they are asked for", () =>
    Effect.gen(function*() {
      const { call, created, path } = yield* zoneFixture
      const { body: tag } = yield* call("POST", "/v1/tags", { type: "ZONE", label: "vip" })
      const tagged = yield* call("POST", `/v1/tags/${tag.tag_id}/objects`, { add: [created.body.dns_zone_id] })
      assert.strictEqual(tagged.status, 200)
      const { body } = yield* call("GET", `${path}?include=tags`)
      assert.deepStrictEqual(body.tags.map(({ label }: { label: string }) => label), ["vip"])
      assert.isNull((yield* call("GET", path)).body.tags)
    }))

  it.effect("200: absolute names for existing clients", () =>
    Effect.gen(function*() {
      const { call, name, path } = yield* zoneFixture
      const { body } = yield* call("GET", path, undefined, { prefer: "envelope=both" })
      assert.deepStrictEqual(
        new Set(body.rrsets.map((one: { name: string; fqdn: string }) => `${one.name} ${one.fqdn}`)),
        new Set([`${name}. ${name}.`, `www.${name}. www.${name}.`])
      )
      const listed = yield* call("GET", `/v1/dns?name=${name}`, undefined, { prefer: "envelope=both" })
      assert.deepStrictEqual(listed.body.items[0].rrsets, body.rrsets)
      assert.deepStrictEqual(listed.body.results, listed.body.items)
    }))

  it.effect("200: absolute names, whatever a record says", () =>
    Effect.gen(function*() {
      const { call, path } = yield* zoneFixture
      const text = `"{\\"name\\":\\"www\\",\\"fqdn\\":\\"evil.\\"}"`
      yield* call("PATCH", `${path}/rrsets`, { ops: [{ op: "upsert", rrset: rrset("t", "TXT", 300, text) }] })
      const { body } = yield* call("GET", path, undefined, { prefer: "envelope=both" })
      const found = body.rrsets.find(({ type }: { type: string }) => type === "TXT")
      assert.deepStrictEqual(found.records[0].rdata, text)
    }))

  it.effect("404: a zone of another organization, one that does not exist, and what is no name", () =>
    Effect.gen(function*() {
      const { name } = yield* zoneFixture
      const stranger = yield* zoneCaller()
      for (const reference of [name, "nobody.example", "a..b", "_acme-challenge.nobody.example", "zone_1"]) {
        const { body, status } = yield* stranger("GET", `/v1/dns/${reference}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_ZONE_NOT_FOUND"], reference)
      }
    }))
})
