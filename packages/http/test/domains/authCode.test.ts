import { assert, layer } from "@effect/vitest"
import { DomainName } from "@namewright/core/shared"
import { TldCatalog } from "@namewright/core/tlds"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { ownedByRival, round } from "../../../core/test/domains/DomainsPlatform.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { registrant } from "./dnssecCaller.ts"

layer(TestPlatform.layerWith({}, { simulator: { auth_code_lifetime: "14 days" } }))(
  "auth_code of a domain at a registry that follows RFC 9154",
  (it) => {
    it.effect("is null, then a code with its expiry, and null again from the expiry on", () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const path = `/v1/domains/${(yield* call.register("auth-code-life.com")).domain_id}`
        const shown = Effect.map(call("GET", path), ({ body }) => [body.auth_code, body.auth_code_expires_on])
        assert.deepStrictEqual(yield* shown, [null, null])
        const { body, status } = yield* call("PATCH", path, { transfer_lock: false })
        assert.strictEqual(status, 200)
        assert.lengthOf(body.auth_code, 24)
        assert.strictEqual(Date.parse(body.auth_code_expires_on) - Date.parse(body.updated_on), 14 * 86_400_000)
        assert.deepStrictEqual(yield* shown, [body.auth_code, body.auth_code_expires_on])
        const reader = yield* caller({ of: call.organization, rights: ["domains:read"] })
        const hidden = (yield* reader("GET", path)).body
        assert.deepStrictEqual([hidden.auth_code, hidden.auth_code_expires_on], [null, null])
        yield* TestClock.adjust("14 days")
        assert.deepStrictEqual(yield* shown, [null, null])
        yield* round
        assert.deepStrictEqual(yield* shown, [null, null])
        const again = (yield* call("PATCH", path, { transfer_lock: false })).body
        assert.lengthOf(again.auth_code, 24)
        assert.notStrictEqual(again.auth_code, body.auth_code)
        const locked = (yield* call("PATCH", path, { transfer_lock: true })).body
        assert.deepStrictEqual([locked.auth_code, locked.auth_code_expires_on], [null, null])
      }))

    it.effect("is refused with 422 if it is weak", () =>
      Effect.gen(function*() {
        const call = yield* registrant
        const { domain_id } = yield* call.register("auth-code-weak.com")
        const { body, status } = yield* call("PATCH", `/v1/domains/${domain_id}`, { auth_code: "Caller-Code-12" })
        assert.deepStrictEqual([status, body.code, body.errors[0].pointer], [
          422,
          "ERROR_POLICY_VALIDATION",
          "auth_code"
        ])
      }))

    it.effect("is refused with 403 by a transfer if the registry says that it is wrong, and nothing is charged", () =>
      Effect.gen(function*() {
        const name = DomainName.make("auth-code-wrong.com")
        const { spec: { backend } } = Option.getOrThrow((yield* TldCatalog).split(name))
        yield* ownedByRival(name, backend, "Transfer-Code-1")
        const call = yield* registrant
        const charges = Effect.map(call("GET", "/v1/billing/transactions"), ({ body }) => body.total)
        const before = yield* charges
        const { body, status } = yield* call("POST", "/v1/domains/transfer", {
          name,
          renewal_mode: "renew",
          auth_code: "Guessed-Code-1",
          contacts: call.contacts
        })
        assert.deepStrictEqual([status, body.code], [403, "ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE"])
        assert.strictEqual(yield* charges, before)
      }))
  }
)
