import { assert, layer } from "@effect/vitest"
import { DomainStore } from "@namewright/core/domains"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { ds, registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layer)("PUT /v1/domains/{domain_reference}/dnssec", (it) => {
  it.effect("200: the entries at the registry", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("put-keys.com")
      yield* call("PUT", "/v1/domains/put-keys.com/dnssec", [ds(1), ds(2)])
      const { body, status } = yield* call("PUT", "/v1/domains/put-keys.com/dnssec", [ds(3)])
      assert.deepStrictEqual([status, body.length, body[0].key_tag], [200, 1, 3])
    }))

  it.effect("200: an empty array and null remove all entries", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("no-keys.com")
      for (const empty of [[], null]) {
        yield* call("PUT", "/v1/domains/no-keys.com/dnssec", [ds(1)])
        const { body, status } = yield* call("PUT", "/v1/domains/no-keys.com/dnssec", empty)
        assert.deepStrictEqual([status, body], [200, []])
      }
    }))

  it.effect("200: without a record type, keys of any length", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("long-keys.de")
      const public_key = "A".repeat(4096)
      const { body, status } = yield* call("PUT", "/v1/domains/long-keys.de/dnssec", [
        { algorithm: 8, flags: 257, protocol: 3, public_key }
      ])
      assert.deepStrictEqual([status, body[0].record_type, body[0].public_key], [200, "key_data", public_key])
    }))

  it.effect("403: a key without domains:manage", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* call("PUT", "/v1/domains/nobody.com/dnssec", [])).status, 403)
    }))

  it.effect("404: nobody's domain, and another organization's", () =>
    Effect.gen(function*() {
      const owner = yield* registrant
      yield* owner.register("others-keys.com")
      const stranger = yield* caller()
      for (const name of ["others-keys.com", "nobody.com"]) {
        const { body, status } = yield* stranger("PUT", `/v1/domains/${name}/dnssec`, [ds(1)])
        assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"])
      }
      assert.deepStrictEqual((yield* owner("GET", "/v1/domains/others-keys.com/dnssec")).body, [])
    }))

  it.effect("409: a locked domain, and one at an external registrar", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const store = yield* DomainStore
      yield* call.register("locked-keys.com")
      yield* call("PATCH", "/v1/domains/locked-keys.com", { statuses: ["clientUpdateProhibited"] })
      const locked = yield* call("PUT", "/v1/domains/locked-keys.com/dnssec", [ds(1)])
      assert.deepStrictEqual([locked.status, locked.body.code, locked.body.prohibiting_statuses], [
        409,
        "ERROR_DOMAIN_STATUS_PROHIBITED",
        ["clientUpdateProhibited"]
      ])
      yield* call.register("foreign-keys.com")
      const found = Option.getOrThrow(yield* store.find(DomainName.make("foreign-keys.com")))
      yield* store.save({ ...found, read_only: true })
      const foreign = yield* call("PUT", "/v1/domains/foreign-keys.com/dnssec", [ds(1)])
      assert.deepStrictEqual([foreign.status, foreign.body.code], [409, "ERROR_DOMAIN_READ_ONLY"])
    }))

  it.effect("422: members that are missing, out of range or unknown", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("odd-keys.com")
      const send = (entry: unknown) =>
        Effect.map(call("PUT", "/v1/domains/odd-keys.com/dnssec", [entry]), ({ body, status }) => [
          status,
          issuesOf(body).map(([pointer]) => pointer)
        ])
      assert.deepStrictEqual(yield* send({ algorithm: 13 }), [
        422,
        ["body.0.key_tag", "body.0.digest_type", "body.0.digest"]
      ])
      assert.deepStrictEqual(yield* send(ds(65_536)), [422, ["body.0.key_tag"]])
      assert.deepStrictEqual(yield* send(ds(1, { algorithm: 9, digest_type: 7 })), [
        422,
        ["body.0.algorithm", "body.0.digest_type"]
      ])
    }))

  it.effect("422: entries against the rules of the TLD, with every problem", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      yield* call.register("policy-keys.com")
      const { body, status } = yield* call("PUT", "/v1/domains/policy-keys.com/dnssec", [
        { algorithm: 13, flags: 257, protocol: 3, public_key: "AQ==" },
        ds(1, { digest: "ab" })
      ])
      assert.deepStrictEqual(
        [status, body.code, body.errors.map(({ pointer }: { readonly pointer: string }) => pointer)],
        [422, "ERROR_POLICY_VALIDATION", ["dnssec[0].record_type", "dnssec[1].digest"]]
      )
    }))

  it.effect("503: an unreachable registry", () =>
    Effect.gen(function*() {
      const call = yield* registrant
      const { faults } = yield* RegistrySimulator
      yield* call.register("away-keys.com")
      yield* faults.inject({ method: "updateDomain", fault: "temporary", object: "away-keys.com" })
      const { body, status } = yield* call("PUT", "/v1/domains/away-keys.com/dnssec", [ds(1)])
      assert.deepStrictEqual([status, body.code], [503, "ERROR_REGISTRY_UNAVAILABLE"])
    }))
})
