import { assert, it } from "@effect/vitest"
import { RealmRecords } from "@namewright/core/realm"
import { PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Context, Effect, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { realmPlatform } from "./RealmPlatform.ts"

const payloadOf = (found: Option.Option<{ readonly payload: unknown }>) => Option.getOrUndefined(found)?.payload

const secret = Redacted.make("a secret of more than 32 characters")

it.layer(realmPlatform({ key_encryption_secret: secret }))("RealmRecords", (it) => {
  it.effect("keep neither the ids by which they are found nor what is in them in a readable form", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const sql = yield* SqlClient.SqlClient
      const payload = { kind: "RefreshToken", scope: "told in confidence" }
      yield* records.put("RefreshToken", "the-token", payload, 60, {
        grant_id: "the-grant",
        uid: "the-uid",
        user_code: "THECODE"
      })
      const stored = JSON.stringify(yield* sql`SELECT * FROM realm_records`)
      for (const word of ["the-token", "the-grant", "the-uid", "THECODE", "confidence"]) {
        assert.notInclude(stored, word)
      }
      assert.deepStrictEqual(payloadOf(yield* records.find("RefreshToken", "the-token")), payload)
      assert.deepStrictEqual(payloadOf(yield* records.findByUid("RefreshToken", "the-uid")), payload)
      assert.deepStrictEqual(payloadOf(yield* records.findByUserCode("RefreshToken", "THECODE")), payload)
    }))

  it.effect("are found in their own environment, by their own model, until they expire", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const production = Layer.succeed(PlatformSettings, {
        ...standardSettings,
        key_encryption_secret: secret,
        environment: "production"
      })
      const elsewhere = Context.get(
        yield* Layer.build(Layer.provide(Layer.fresh(RealmRecords.layer), production)),
        RealmRecords
      )
      yield* records.put("Session", "mine", {}, 60)
      assert.isTrue(yield* records.exists("Session", "mine"))
      assert.isFalse(yield* records.exists("Grant", "mine"))
      assert.isFalse(yield* elsewhere.exists("Session", "mine"))
      yield* TestClock.adjust("60 seconds")
      assert.isFalse(yield* records.exists("Session", "mine"))
      assert.deepStrictEqual(yield* records.find("Session", "mine"), Option.none())
      assert.isFalse(yield* records.removeExpired)
    }))

  it.effect("of a consent go with it", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      yield* records.put("Grant", "consent", {}, 60, { user_id: "person" })
      yield* records.put("RefreshToken", "r", {}, 60, { grant_id: "consent" })
      yield* records.removeByGrant("consent")
      assert.isFalse(yield* records.exists("RefreshToken", "r"))
      assert.strictEqual((yield* records.listOfUser("Grant", "person")).length, 1)
      yield* records.put("RefreshToken", "r", {}, 60, { grant_id: "consent" })
      yield* records.removeGrant("consent")
      assert.isFalse(yield* records.exists("RefreshToken", "r"))
      assert.strictEqual((yield* records.listOfUser("Grant", "person")).length, 0)
    }))

  it.effect("of a person go, but for the session that asks for it", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      for (const id of ["this", "that"]) yield* records.put("SignIn", id, {}, 60, { user_id: "ada" })
      yield* records.put("Session", "this", {}, 60, { user_id: "ada" })
      yield* records.removeOfUser(["SignIn", "Session"], "ada", "this")
      const left = yield* Effect.forEach(
        [["SignIn", "this"], ["SignIn", "that"], ["Session", "this"]] as const,
        ([model, id]) => records.exists(model, id)
      )
      assert.deepStrictEqual(left, [true, false, false])
    }))
})
