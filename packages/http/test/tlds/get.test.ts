import { assert, layer } from "@effect/vitest"
import { TldSpec } from "@namewright/core/tlds"
import { Effect, Schema } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"

const asked = Effect.fnUntraced(function*(path: string) {
  const { fetch, key, organization } = yield* TestPlatform
  return yield* fetch("GET", path, undefined, { key: yield* key(yield* organization(), ["organization:read"]) })
})

layer(TestPlatform.layer)("GET /v1/tlds/{tld}", (it) => {
  it.effect("200: the whole specification, whatever the case and with a leading dot", () =>
    Effect.gen(function*() {
      const { body, status } = yield* asked("/v1/tlds/it")
      assert.strictEqual(status, 200)
      assert.deepStrictEqual(Object.keys(body).toSorted(), Object.keys(TldSpec.fields).toSorted())
      assert.deepStrictEqual([body.backend, body.customer_spec_ref, body.version], ["nic-it", null, 1])
      yield* Schema.decodeUnknownEffect(TldSpec)(body)
      assert.deepStrictEqual((yield* asked("/v1/tlds/.IT")).body, body)
    }))

  it.effect("200: verification policies with their triggers and claims", () =>
    Effect.gen(function*() {
      const { body } = yield* asked("/v1/tlds/de")
      const { identity_verification } = body.verification_policies
      assert.deepStrictEqual(identity_verification, {
        enabled: true,
        contact_roles: ["registrant"],
        trigger: ["domain_registration", "domain_inbound_transfer", "domain_modification"],
        validity_period: null,
        suspension_on_failure: true,
        suspension_delay: "30",
        required_claims: [{ claim: "NAME" }, { claim: "ADDRESS" }, { claim: "EMAIL" }]
      })
    }))

  it.effect("200: one version of one registry", () =>
    Effect.gen(function*() {
      const { body, status } = yield* asked("/v1/tlds/co.uk?backend=nominet&version=1")
      assert.deepStrictEqual([status, body.tlds[0].name], [200, "uk"])
    }))

  it.effect("404: a TLD, a version, a registry or a variant that is not kept", () =>
    Effect.gen(function*() {
      for (
        const path of ["unknown", "com?version=99", "com?backend=denic", "com?customer_spec_ref=acme", "example.com"]
      ) {
        const { body, status } = yield* asked(`/v1/tlds/${path}`)
        assert.deepStrictEqual([status, body.type, body.code], [404, "tld-not-found", "ERROR_TLD_NOT_FOUND"], path)
      }
    }))

  it.effect("401, 403: no key, and a key without the right", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      assert.strictEqual((yield* fetch("GET", "/v1/tlds/com")).status, 401)
      const weak = yield* key(yield* organization(), [])
      assert.strictEqual((yield* fetch("GET", "/v1/tlds/com", undefined, { key: weak })).status, 403)
    }))

  it.effect("422: a version that is not a number, and a registry key that is too long", () =>
    Effect.gen(function*() {
      const { body, status } = yield* asked("/v1/tlds/com?version=newest")
      assert.deepStrictEqual([status, body.errors[0].loc], [422, ["query", "version"]])
      assert.strictEqual((yield* asked(`/v1/tlds/com?backend=${"a".repeat(64)}`)).status, 422)
    }))
})
