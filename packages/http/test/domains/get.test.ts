import { assert, layer } from "@effect/vitest"
import { day, newLabel } from "@namewright/conformance"
import { newDomainId } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller, issuesOf } from "../tags/caller.ts"
import { storedDomain } from "./storedDomain.ts"

layer(TestPlatform.layer)("GET /v1/domains/{domain_reference}", (it) => {
  it.effect("200: by id and by name, in any case and with a final dot", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { domain_id, name } = yield* storedDomain(call.organization, `${yield* newLabel}.com`, {
        registry_statuses: ["clientTransferProhibited", "clientHold", "serverHold"],
        attributes: { auto_renew_period: "yearly", verification_required: "true" }
      })
      for (const reference of [domain_id, name, `${name.toUpperCase()}.`]) {
        const { body, status } = yield* call("GET", `/v1/domains/${reference}`)
        assert.deepStrictEqual([status, body.domain_id, body.name], [200, domain_id, name])
        assert.deepStrictEqual([body.transfer_lock, body.statuses, body.attributes], [
          true,
          ["clientTransferProhibited", "clientHold"],
          { auto_renew_period: "yearly" }
        ])
        assert.deepStrictEqual([body.tags, "renewal_price" in body, "registrar_credential" in body], [
          null,
          false,
          false
        ])
      }
    }))

  it.effect("200: with what was asked for besides", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { name } = yield* storedDomain(call.organization, `${yield* newLabel}.com`, { expires_on: day(100) })
      const { body } = yield* call("GET", `/v1/domains/${name}?include=tags,renewal_price&include=registrar_credential`)
      assert.deepStrictEqual([body.tags, body.status_tags, body.registrar_credential], [[], [], null])
      assert.deepStrictEqual([body.renewal_price.period, body.renewal_price.is_premium], [
        { unit: "y", value: 1 },
        false
      ])
      assert.match(body.renewal_price.price, /^\d+\.\d\d$/)
    }))

  it.effect("200: a suborganization's domain for its parent", () =>
    Effect.gen(function*() {
      const { organization } = yield* TestPlatform
      const parent = yield* caller()
      const sub = yield* organization({ parent: parent.organization })
      const { domain_id } = yield* storedDomain(sub, `${yield* newLabel}.com`)
      assert.strictEqual((yield* parent("GET", `/v1/domains/${domain_id}`)).body.owner_id, sub)
    }))

  it.effect("403: a key without domains:read", () =>
    Effect.gen(function*() {
      const call = yield* caller({ rights: ["contacts:manage"] })
      assert.strictEqual((yield* call("GET", `/v1/domains/${yield* newDomainId}`)).status, 403)
    }))

  it.effect("404: a domain that there is not, and one of another organization", () =>
    Effect.gen(function*() {
      const owner = yield* caller()
      const { domain_id, name } = yield* storedDomain(owner.organization, `${yield* newLabel}.com`)
      const stranger = yield* caller()
      for (const reference of [domain_id, name, yield* newDomainId, "no-such-name.example"]) {
        const { body, status } = yield* stranger("GET", `/v1/domains/${reference}`)
        assert.deepStrictEqual([status, body.code], [404, "ERROR_DOMAIN_NOT_FOUND"], reference)
      }
    }))

  it.effect("422: something to include that there is not", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const { body, status } = yield* call("GET", `/v1/domains/${yield* newDomainId}?include=contacts`)
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(issuesOf(body), [["query.include.0", "enum"]])
    }))
})
