import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { hosted, servedPlatform, whileServed } from "./signedZones.ts"

const pathOf = (zone: string, action: string) => `/v1/dns/${zone}/dnssec/${action}`

layer(servedPlatform)("POST /v1/dns/{zone_name}/dnssec/enable", (it) => {
  it.effect("200: the zone and what was changed, with the DS at the registry", () =>
    Effect.gen(function*() {
      const call = yield* hosted("enabled-zone.com")
      const { body, status } = yield* whileServed(call("POST", pathOf("Enabled-Zone.com.", "enable"), []))
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        name: "enabled-zone.com.",
        zone_name: "enabled-zone.com.",
        dnssec_status: "enabled",
        dnssec_registry_publish: "published",
        num_changes: 3
      })
      assert.deepStrictEqual(body.changes.map(({ action }: any) => action), [
        "enable_dnssec",
        "delete_record",
        "create_record"
      ])
      assert.isString(body.changeset_id)
      const shown = body.rrsets.filter(({ type }: any) => type === "DNSKEY" || type === "DS")
      assert.deepStrictEqual(shown.map(({ protected_reason, ttl }: any) => [protected_reason, ttl]), [
        ["GENERIC", 300],
        ["GENERIC", 300]
      ])
      const [ds] = shown.find(({ type }: any) => type === "DS").records
      const [entry] = (yield* call("GET", "/v1/domains/enabled-zone.com/dnssec")).body
      const { algorithm, digest, digest_type, key_tag } = entry
      assert.strictEqual(ds.rdata.replaceAll(" ", ""), `${key_tag}${algorithm}${digest_type}${digest}`)
    }))

  it.effect("200: a second time nothing changes", () =>
    Effect.gen(function*() {
      const call = yield* hosted("twice-zone.com")
      yield* whileServed(call("POST", pathOf("twice-zone.com", "enable")))
      const { body, status } = yield* whileServed(call("POST", pathOf("twice-zone.com", "enable")))
      assert.deepStrictEqual([status, body.changeset_id, body.num_changes, body.dnssec_registry_publish], [
        200,
        null,
        0,
        "published"
      ])
    }))

  it.effect("202: a registry that puts the DS off", () =>
    Effect.gen(function*() {
      const call = yield* hosted("defer-zone.com")
      const { body, status } = yield* whileServed(call("POST", pathOf("defer-zone.com", "enable")))
      assert.deepStrictEqual([status, body.dnssec_status, body.dnssec_registry_publish], [202, "enabled", "deferred"])
      const domain = (yield* call("GET", "/v1/domains/defer-zone.com?include=tags")).body
      assert.deepStrictEqual(domain.status_tags.map(({ tag_type }: any) => tag_type), ["DNSSEC_PENDING"])
    }))

  it.effect("403: a key without dns:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["dns:read"] })
      for (const action of ["enable", "disable", "roll"]) {
        assert.strictEqual((yield* call("POST", pathOf("any.com", action))).status, 403)
      }
    }))

  it.effect("404: a zone that does not exist, another organization's zone, and an invalid name", () =>
    Effect.gen(function*() {
      yield* hosted("hidden-zone.com")
      const stranger = yield* caller()
      for (const name of ["hidden-zone.com", "nobody.com", "a..b"]) {
        for (const action of ["enable", "disable", "roll"]) {
          const { body, status } = yield* stranger("POST", pathOf(name, action))
          assert.deepStrictEqual([status, body.code], [404, "ERROR_ZONE_NOT_FOUND"])
        }
      }
    }))

  it.effect("409: a locked domain", () =>
    Effect.gen(function*() {
      const call = yield* hosted("locked-zone.com")
      yield* call("PATCH", "/v1/domains/locked-zone.com", { statuses: ["clientUpdateProhibited"] })
      const { body, status } = yield* call("POST", pathOf("locked-zone.com", "enable"))
      assert.deepStrictEqual([status, body.code], [409, "ERROR_DOMAIN_STATUS_PROHIBITED"])
    }))
})

layer(TestPlatform.layer)("POST /v1/dns/{zone_name}/dnssec/enable without nameservers", (it) => {
  it.effect("400: no nameserver for the signatures", () =>
    Effect.gen(function*() {
      const call = yield* hosted("unserved-zone.com")
      const { body, status } = yield* call("POST", pathOf("unserved-zone.com", "enable"))
      assert.deepStrictEqual([status, body.code, body.reason], [400, "ERROR_DNS", "no_nameserver"])
    }))
})

layer(servedPlatform)("POST /v1/dns/{zone_name}/dnssec/disable", (it) => {
  it.effect("200: the DS is taken back", () =>
    Effect.gen(function*() {
      const call = yield* hosted("disabled-zone.com")
      yield* whileServed(call("POST", pathOf("disabled-zone.com", "enable")))
      const { body, status } = yield* call("POST", pathOf("disabled-zone.com", "disable"))
      assert.deepStrictEqual([status, body.dnssec_status, body.dnssec_registry_publish], [200, "disabled", "withdrawn"])
      assert.strictEqual(body.changes[0].action, "disable_dnssec")
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/disabled-zone.com/dnssec")).body, [])
    }))

  it.effect("200: a zone that is not signed stays as it is", () =>
    Effect.gen(function*() {
      const call = yield* hosted("plain-zone.com")
      const { body, status } = yield* call("POST", pathOf("plain-zone.com", "disable"))
      assert.deepStrictEqual([status, body.changeset_id, body.dnssec_registry_publish], [200, null, null])
    }))
})

layer(servedPlatform)("POST /v1/dns/{zone_name}/dnssec/roll", (it) => {
  it.effect("202: a second key beside the first, whose DS stays alone for now", () =>
    Effect.gen(function*() {
      const call = yield* hosted("rolled-zone.com")
      yield* whileServed(call("POST", pathOf("rolled-zone.com", "enable")))
      const { body, status } = yield* call("POST", pathOf("rolled-zone.com", "roll"))
      assert.strictEqual(status, 202)
      const keys = body.rrsets.find(({ type }: any) => type === "DNSKEY")
      assert.lengthOf(keys.records, 2)
      assert.lengthOf((yield* call("GET", "/v1/domains/rolled-zone.com/dnssec")).body, 1)
    }))

  it.effect("400: a zone that is not signed", () =>
    Effect.gen(function*() {
      const call = yield* hosted("unsigned-zone.com")
      const { body, status } = yield* call("POST", pathOf("unsigned-zone.com", "roll"))
      assert.deepStrictEqual([status, body.code, body.reason], [400, "ERROR_DNS", "not_signed"])
    }))

  it.effect("409: a zone whose DS is still on its way", () =>
    Effect.gen(function*() {
      const call = yield* hosted("defer-rolled-zone.com")
      yield* whileServed(call("POST", pathOf("defer-rolled-zone.com", "enable")))
      const { body, status } = yield* call("POST", pathOf("defer-rolled-zone.com", "roll"))
      assert.deepStrictEqual([status, body.code], [409, "ERROR_REQUEST_IN_PROGRESS"])
    }))
})
