import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { hosted, servedPlatform, whileServed } from "../dns/signedZones.ts"
import { caller } from "../tags/caller.ts"
import { ds, registrant } from "./dnssecCaller.ts"

const pathOf = (domain: string, action: string) => `/v1/domains/${domain}/dnssec/${action}`

layer(servedPlatform)("POST /v1/domains/{domain_reference}/dnssec/enable", (it) => {
  it.effect("200: the new entries at the registry", () =>
    Effect.gen(function*() {
      const call = yield* hosted("enabled-domain.com")
      yield* call("PUT", "/v1/domains/enabled-domain.com/dnssec", [ds(1)])
      const { body, status } = yield* whileServed(call("POST", pathOf("enabled-domain.com", "enable")))
      assert.strictEqual(status, 200)
      assert.lengthOf(body, 1)
      assert.deepInclude(body[0], { record_type: "ds_data", algorithm: 13, digest_type: 2 })
      assert.notStrictEqual(body[0].digest, "AB".repeat(32))
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/enabled-domain.com/dnssec")).body, body)
    }))

  it.effect("202: an empty array while the registry puts it off", () =>
    Effect.gen(function*() {
      const call = yield* hosted("defer-domain.com")
      const { body, status } = yield* whileServed(call("POST", pathOf("defer-domain.com", "enable")))
      assert.deepStrictEqual([status, body], [202, []])
    }))

  it.effect("400: without a zone here, and with other nameservers", () =>
    Effect.gen(function*() {
      const zoneless = yield* registrant
      yield* zoneless.register("zoneless.com")
      const missing = yield* zoneless("POST", pathOf("zoneless.com", "enable"))
      assert.deepStrictEqual([missing.status, missing.body.code, missing.body.reason], [
        400,
        "ERROR_DNS",
        "zone_missing"
      ])
      const call = yield* hosted("elsewhere-domain.com", { nameservers: [{ hostname: "ns1.other.example" }] })
      const other = yield* call("POST", pathOf("elsewhere-domain.com", "enable"))
      assert.deepStrictEqual([other.status, other.body.code, other.body.reason], [
        400,
        "ERROR_DNS",
        "other_nameservers"
      ])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      for (const action of ["enable", "disable"]) {
        assert.strictEqual((yield* call("POST", pathOf("any.com", action))).status, 403)
      }
    }))

  it.effect("404: nobody's domain, and another organization's", () =>
    Effect.gen(function*() {
      yield* hosted("hidden-domain.com")
      const stranger = yield* caller()
      for (const name of ["hidden-domain.com", "nobody.com"]) {
        for (const action of ["enable", "disable"]) {
          const { body, status } = yield* stranger("POST", pathOf(name, action))
          assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
        }
      }
    }))

  it.effect("409: a locked domain", () =>
    Effect.gen(function*() {
      const call = yield* hosted("locked-domain.com")
      yield* call("PATCH", "/v1/domains/locked-domain.com", { statuses: ["clientUpdateProhibited"] })
      for (const action of ["enable", "disable"]) {
        const { body, status } = yield* call("POST", pathOf("locked-domain.com", action))
        assert.deepStrictEqual([status, body.code], [409, "ERROR_DOMAIN_STATUS_PROHIBITED"])
      }
    }))
})

layer(servedPlatform)("POST /v1/domains/{domain_reference}/dnssec/disable", (it) => {
  it.effect("204: signing ends, and the registry has nothing any more", () =>
    Effect.gen(function*() {
      const call = yield* hosted("disabled-domain.com")
      yield* whileServed(call("POST", pathOf("disabled-domain.com", "enable")))
      const { body, status } = yield* call("POST", pathOf("disabled-domain.com", "disable"))
      assert.deepStrictEqual([status, body], [204, undefined])
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/disabled-domain.com/dnssec")).body, [])
    }))

  it.effect("204: keys of a domain whose zone is elsewhere are taken away", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("foreign-zone.com")
      yield* call("PUT", "/v1/domains/foreign-zone.com/dnssec", [ds(1)])
      assert.strictEqual((yield* call("POST", pathOf("foreign-zone.com", "disable"))).status, 204)
      assert.deepStrictEqual((yield* call("GET", "/v1/domains/foreign-zone.com/dnssec")).body, [])
    }))
})
