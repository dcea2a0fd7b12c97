import { assert, layer } from "@effect/vitest"
import { RealmRecords } from "@namewright/core/realm"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { providerAdapter } from "../../src/realm/ProviderAdapter.ts"
import { services } from "../support/services.ts"

/** The adapter as the provider has it, on the test's clock. */
const adapters = Effect.gen(function*() {
  const records = yield* RealmRecords
  const run = Effect.runPromiseWith(yield* Effect.context<never>())
  const adapterOf = providerAdapter(records, run, () => new Error("used before"))
  return { adapterOf, exists: records.exists }
})

const days = (count: number) => count * 86_400

layer(services())("records of the provider", (it) => {
  it.effect("removes unauthorized programs after 30 days, and the others after their last grant", () =>
    Effect.gen(function*() {
      const { adapterOf, exists } = yield* adapters
      yield* Effect.promise(async () => {
        await adapterOf("Client").upsert("unused", { client_id: "unused" })
        await adapterOf("Client").upsert("used", { client_id: "used" })
        await adapterOf("Grant").upsert("g", { jti: "g", clientId: "used", accountId: "ada" }, days(365))
      })
      yield* TestClock.adjust("29 days")
      assert.isTrue(yield* exists("Client", "unused"))
      yield* TestClock.adjust("1 day")
      assert.isFalse(yield* exists("Client", "unused"))
      yield* TestClock.adjust("364 days")
      assert.isTrue(yield* exists("Client", "used"))
      assert.isFalse(yield* exists("Grant", "g"))
      yield* TestClock.adjust("1 day")
      assert.isFalse(yield* exists("Client", "used"))
    }))

  it.effect("finds records by each of their ids, and marks them as used", () =>
    Effect.gen(function*() {
      const { adapterOf } = yield* adapters
      yield* Effect.promise(async () => {
        const sessions = adapterOf("Session")
        await sessions.upsert("s", { jti: "s", uid: "su", accountId: "ada" }, 60)
        assert.deepStrictEqual(await sessions.find("s"), { jti: "s", uid: "su", accountId: "ada" })
        assert.deepStrictEqual(await sessions.findByUid("su"), { uid: "su", accountId: "ada" })
        const devices = adapterOf("DeviceCode")
        await devices.upsert("d", { jti: "d", userCode: "BCDFGHJK" }, 60)
        assert.deepStrictEqual(await devices.findByUserCode("BCDFGHJK"), { jti: "d", userCode: "BCDFGHJK" })
        await devices.consume("d")
        assert.isNumber((await devices.find("d"))?.consumed)
        await devices.destroy("d")
        assert.isUndefined(await devices.find("d"))
      })
    }))

  it.effect("ends the consent of a record that is used twice", () =>
    Effect.gen(function*() {
      const { adapterOf, exists } = yield* adapters
      yield* Effect.promise(async () => {
        await adapterOf("Grant").upsert("consent", { jti: "consent", clientId: "c", accountId: "ada" }, 60)
        const tokens = adapterOf("RefreshToken")
        await tokens.upsert("r1", { jti: "r1", grantId: "consent" }, 60)
        await tokens.upsert("r2", { jti: "r2", grantId: "consent" }, 60)
        await tokens.consume("r1")
        const again = await tokens.consume("r1").then(() => "taken", (error: Error) => error.message)
        assert.strictEqual(again, "used before")
      })
      assert.deepStrictEqual(
        yield* Effect.forEach([["RefreshToken", "r2"], ["Grant", "consent"]] as const, ([model, id]) =>
          exists(model, id)),
        [false, false]
      )
    }))
})
