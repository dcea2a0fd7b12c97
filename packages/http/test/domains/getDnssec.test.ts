import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { ds, registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layer)("GET /v1/domains/{domain_reference}/dnssec", (it) => {
  it.effect("200: a bare array, by name and by id", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { domain_id, name } = yield* call.register("shown-keys.com")
      assert.deepStrictEqual((yield* call("GET", `/v1/domains/${name}/dnssec`)).body, [])
      const stored = (yield* call("PUT", `/v1/domains/${name}/dnssec`, [ds(4711)])).body
      const { body, status } = yield* call("GET", `/v1/domains/${domain_id}/dnssec`)
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(body, stored)
      const [{ created_on, domain_dnssec_data_id, updated_on, ...members }] = body
      assert.match(domain_dnssec_data_id, /^domain_dnssec_[0-9a-z]{26}$/)
      assert.isString(created_on)
      assert.isString(updated_on)
      assert.deepStrictEqual(members, {
        domain_id,
        record_type: "ds_data",
        algorithm: 13,
        key_tag: 4711,
        digest_type: 2,
        digest: "AB".repeat(32),
        flags: null,
        protocol: null,
        public_key: null
      })
    }))

  it.effect("403: a key without domains:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:read"] })
      assert.strictEqual((yield* call("GET", "/v1/domains/nobody.com/dnssec")).status, 403)
    }))

  it.effect("404: nobody's domain, and another organization's", () =>
    Effect.gen(function*() {
      const owner = yield* registrant
      yield* owner.register("hidden-keys.com")
      const stranger = yield* caller()
      for (const name of ["hidden-keys.com", "nobody.com"]) {
        const { body, status } = yield* stranger("GET", `/v1/domains/${name}/dnssec`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      }
    }))
})
