import { assert, it } from "@effect/vitest"
import { type ApiKey, ApiKeyStore, newApiKeyId, SecretHash } from "@namewright/core/access"
import { RealmRecords } from "@namewright/core/realm"
import { Instant, newOrganizationId, PlatformSettings, standardSettings } from "@namewright/core/shared"
import { Context, Effect, Exit, Layer, Option, Redacted } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { realmPlatform } from "./RealmPlatform.ts"

const payloadOf = (found: Option.Option<{ readonly payload: unknown }>) => Option.getOrUndefined(found)?.payload

const secret = Redacted.make("a secret of more than 32 characters")

/** An API key that a program created for a person. */
const keyOf = Effect.fnUntraced(function*(agent_user_id: string, agent_client_id: string) {
  const { insert } = yield* ApiKeyStore
  const key: ApiKey = {
    api_key_id: yield* newApiKeyId,
    organization_id: yield* newOrganizationId,
    api_key_name: "by-program",
    api_key_description: null,
    api_key_last_four: "abcd",
    role: "viewer",
    created_on: yield* Instant.now,
    last_used_on: null,
    last_used_address: null,
    expires_at: null,
    deleted_on: null,
    restrictions: null,
    agent_client_id,
    agent_user_id
  }
  const secretHash = (text: string) => SecretHash.hashOf(Redacted.make(`${text} ${key.api_key_id}`))
  yield* insert(key, { key_hash: yield* secretHash("key"), client_secret_hash: yield* secretHash("client secret") })
  return key
})

const isRevoked = ({ api_key_id, organization_id }: ApiKey) =>
  Effect.flatMap(
    ApiKeyStore,
    ({ find }) => Effect.map(find(organization_id, api_key_id), (found) => Option.getOrThrow(found).deleted_on !== null)
  )

it.layer(realmPlatform({ key_encryption_secret: secret }))("RealmRecords", (it) => {
  it.effect("are stored with hashed ids and sealed content", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const sql = yield* SqlClient.SqlClient
      const payload = { kind: "RefreshToken", scope: "confidential" }
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

  it.effect("are found by environment and model until they expire", () =>
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

  it.effect("of a consent are removed with it", () =>
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

  it.effect("of a removed or expired consent revoke the keys of its program and person", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const consent = (id: string, clientId: string, seconds: number) =>
        records.put("Grant", id, { clientId, accountId: "ada" }, seconds, { user_id: "ada" })
      yield* consent("first", "editor", 3600)
      yield* consent("second", "reader", 60)
      const keys = yield* Effect.forEach(
        [["ada", "editor"], ["ada", "reader"], ["eve", "editor"]] as const,
        ([user_id, client_id]) => keyOf(user_id, client_id)
      )
      const ended = Effect.forEach(keys, isRevoked)
      yield* records.removeExpired
      assert.deepStrictEqual(yield* ended, [false, false, false])
      yield* records.removeGrant("first")
      assert.deepStrictEqual(yield* ended, [true, false, false])
      yield* TestClock.adjust("60 seconds")
      yield* records.removeExpired
      assert.deepStrictEqual(yield* ended, [true, true, false])
    }))

  it.effect("of a consent are kept if its keys cannot be revoked", () =>
    Effect.gen(function*() {
      const records = yield* RealmRecords
      const store = yield* ApiKeyStore
      const crashing = Layer.succeed(ApiKeyStore, { ...store, revokeOfAgent: () => Effect.die("The process ended") })
      const interrupted = Context.get(
        yield* Layer.build(Layer.provide(Layer.fresh(RealmRecords.layer), crashing)),
        RealmRecords
      )
      yield* records.put("Grant", "kept", { clientId: "editor" }, 60, { user_id: "bob" })
      yield* records.put("RefreshToken", "kept", {}, 60, { grant_id: "kept" })
      const key = yield* keyOf("bob", "editor")
      assert.isTrue(Exit.isFailure(yield* Effect.exit(interrupted.removeGrant("kept"))))
      assert.deepStrictEqual(
        [yield* records.exists("Grant", "kept"), yield* records.exists("RefreshToken", "kept"), yield* isRevoked(key)],
        [true, true, false]
      )
      yield* records.removeGrant("kept")
      assert.deepStrictEqual([yield* records.exists("Grant", "kept"), yield* isRevoked(key)], [false, true])
    }))

  it.effect("of a person are removed, except the current session", () =>
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
