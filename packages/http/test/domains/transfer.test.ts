import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { round } from "../../../core/test/domains/DomainsPlatform.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { askingFor } from "./otherRegistrar.ts"
import { samples } from "./samples.ts"

layer(TestPlatform.layer)("POST /v1/domains/transfer", (it) => {
  it.effect("201: a pending transfer, which is charged when it completes", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("transfer-in.com")
      const { body, status } = yield* call.ask()
      assert.strictEqual(status, 201)
      assert.deepStrictEqual([body.name, body.owner_id, body.registry_statuses, body.expires_on], [
        "transfer-in.com",
        call.organization,
        ["pendingTransfer"],
        null
      ])
      assert.deepStrictEqual(yield* call.charges, ["pending"])
      yield* TestClock.adjust("6 days")
      yield* round
      const arrived = (yield* call("GET", `/v1/domains/${body.domain_id}`)).body
      assert.notInclude(arrived.registry_statuses, "pendingTransfer")
      assert.isAbove(Date.parse(arrived.expires_on), Date.parse(body.created_on))
      assert.deepStrictEqual(yield* call.charges, ["succeeded"])
    }))

  it.effect("201: a repeat with the key is the same transfer, charged once", () =>
    Effect.gen(function*() {
      const call = yield* askingFor("transfer-once.com")
      const [first, second] = [yield* call.ask({ "idempotency-key": "k" }), yield* call.ask({ "idempotency-key": "k" })]
      assert.deepStrictEqual([first.status, second.status], [201, 201])
      assert.deepStrictEqual(second.body, first.body)
      assert.deepStrictEqual(yield* call.charges, ["pending"])
    }))

  it.effect("403: a key without domains:manage, and a wrong code without a charge", () =>
    Effect.gen(function*() {
      const reader = yield* caller({ rights: ["domains:read"] })
      assert.strictEqual((yield* reader("POST", "/v1/domains/transfer", samples.transferDomain?.body)).status, 403)
      const call = yield* askingFor("transfer-guessed.com", "Guessed-Code-1")
      const { body, status } = yield* call.ask()
      assert.deepStrictEqual([status, body.code], [403, "ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE"])
      assert.notInclude(yield* call.charges, "pending")
    }))
})
