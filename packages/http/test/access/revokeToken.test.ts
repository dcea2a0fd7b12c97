import { assert, it } from "@effect/vitest"
import { ApiKeyId, ApiKeys, asSystem, RevokedTokenStore, SigningKeys } from "@namewright/core/access"
import { Instant, OrganizationId, Timetable } from "@namewright/core/shared"
import { Context, DateTime, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import * as TokenSignerJose from "../../src/access/TokenSignerJose.ts"
import { AccessPlatform, type Keyring, problemsOf } from "./AccessPlatform.ts"

const clientOf = ({ client_id, client_secret }: Pick<Keyring, "client_id" | "client_secret">) => ({
  client_id,
  client_secret
})

const asForm = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
  [new URLSearchParams(fields).toString(), {
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers }
  }] as const

const basic = (client_id: string, client_secret: string) => ({
  authorization: `Basic ${
    Buffer.from(`${encodeURIComponent(client_id)}:${encodeURIComponent(client_secret)}`).toString("base64")
  }`
})

/** Signing keys of another process on the same database. */
const anotherProcess = Layer.fresh(Layer.provide(SigningKeys.layer, TokenSignerJose.layer))

/** A client with a token. */
const newClient = Effect.fnUntraced(function*() {
  const { credential, fetch, organization } = yield* AccessPlatform
  const keyring = yield* credential(yield* organization())
  const { body } = yield* fetch("POST", "/v1/auth/token", { grant_type: "client_credentials", ...clientOf(keyring) })
  const token = String(body.access_token)
  const status = (text = token) =>
    Effect.map(
      fetch("GET", "/v1/events", undefined, { headers: { authorization: `Bearer ${text}` } }),
      (answer) => answer.status === 200 ? 200 : answer.body.reason
    )
  return { keyring, client: clientOf(keyring), token, status }
})

it.layer(AccessPlatform.layer)("POST /v1/auth/revoke", (it) => {
  it.effect("200: a token is refused at once, in a process that has just accepted it", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const { client, status, token } = yield* newClient()
      const other = yield* newClient()
      assert.strictEqual(yield* status(), 200)
      const { body, status: answered } = yield* fetch("POST", "/v1/auth/revoke", { ...client, token })
      assert.deepStrictEqual([answered, body], [200, {}])
      assert.strictEqual(yield* status(), "revoked")
      assert.strictEqual(yield* other.status(), 200)
      // A new token of the same client is valid.
      const again = yield* fetch("POST", "/v1/auth/token", { grant_type: "client_credentials", ...client })
      assert.strictEqual(yield* status(again.body.access_token), 200)
    }))

  it.effect("200: forms, credentials in the header, and a hint about the type", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      for (const token_type_hint of ["access_token", "refresh_token", "unheard-of"]) {
        const { client, status, token } = yield* newClient()
        const form = asForm({ token, token_type_hint }, basic(client.client_id, client.client_secret))
        assert.strictEqual((yield* fetch("POST", "/v1/auth/revoke", ...form)).status, 200)
        assert.strictEqual(yield* status(), "revoked", token_type_hint)
      }
      const { client, status, token } = yield* newClient()
      assert.strictEqual((yield* fetch("POST", "/v1/auth/revoke", ...asForm({ ...client, token }))).status, 200)
      assert.strictEqual(yield* status(), "revoked")
    }))

  it.effect("200: tokens of others stay valid, and other texts are ignored", () =>
    Effect.gen(function*() {
      const { credential, fetch } = yield* AccessPlatform
      const [ada, eve] = [yield* newClient(), yield* newClient()]
      // Another credential of the same organization is another client.
      const sister = yield* credential(OrganizationId.make(ada.keyring.client_id))
      const [header = "", payload = ""] = ada.token.split(".")
      for (const client of [eve.client, clientOf(sister)]) {
        for (const token of [ada.token, `${header}.${payload}.`, "a.b.c", "", "x".repeat(8192), ada.keyring.api_key]) {
          const { body, status } = yield* fetch("POST", "/v1/auth/revoke", { ...client, token })
          assert.deepStrictEqual([status, body], [200, {}], token.slice(0, 20))
        }
      }
      assert.strictEqual(yield* ada.status(), 200)
    }))

  it.effect("200: twice, and after the token has expired, and its record is removed then", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const store = yield* RevokedTokenStore
      const timetable = yield* Timetable
      const { client, token } = yield* newClient()
      const jti = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()).jti
      const revoke = Effect.map(fetch("POST", "/v1/auth/revoke", { ...client, token }), ({ status }) => status)
      assert.deepStrictEqual([yield* revoke, yield* revoke], [200, 200])
      assert.isTrue(yield* store.exists(jti))
      const clean = Effect.gen(function*() {
        for (const { name, run } of yield* timetable.works) if (name === "access.revoked-tokens") yield* run
      })
      yield* clean
      assert.isTrue(yield* store.exists(jti))
      yield* TestClock.adjust("1 hour")
      yield* clean
      assert.isFalse(yield* store.exists(jti))
      assert.strictEqual(yield* revoke, 200)
      assert.isFalse(yield* store.exists(jti))
    }))

  it.effect("401: wrong or missing client credentials revoke nothing", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const { client, status, token } = yield* newClient()
      const refusals = [
        yield* fetch("POST", "/v1/auth/revoke", { ...client, client_secret: "wrong", token }),
        yield* fetch("POST", "/v1/auth/revoke", { token }),
        yield* fetch("POST", "/v1/auth/revoke", { client_id: client.client_id, token }),
        yield* fetch("POST", "/v1/auth/revoke", ...asForm({ token }, basic(client.client_id, "wrong"))),
        yield* fetch("POST", "/v1/auth/revoke", ...asForm({ token }, { authorization: "Basic %%%" })),
        // The token itself does not authenticate its client.
        yield* fetch("POST", "/v1/auth/revoke", ...asForm({ token }, { authorization: `Bearer ${token}` }))
      ]
      assert.deepStrictEqual(refusals.map((answer) => answer.status), [401, 401, 401, 401, 401, 401])
      assert.deepStrictEqual(refusals.map(({ body }) => body.code), [
        "ERROR_INVALID_ORGANIZATION_CREDENTIALS",
        "ERROR_AUTHENTICATION",
        "ERROR_AUTHENTICATION",
        "ERROR_INVALID_ORGANIZATION_CREDENTIALS",
        "ERROR_AUTHENTICATION",
        "ERROR_AUTHENTICATION"
      ])
      assert.strictEqual(yield* status(), 200)
    }))

  it.effect("401: a revoked credential", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const keys = yield* ApiKeys
      const { client, keyring, token } = yield* newClient()
      yield* asSystem(OrganizationId.make(keyring.client_id), keys.revoke(ApiKeyId.make(keyring.api_key_id)))
      const { body, status } = yield* fetch("POST", "/v1/auth/revoke", { ...client, token })
      assert.deepStrictEqual([status, body.reason], [401, "revoked"])
    }))

  it.effect("422: no token, and members of a wrong form", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const { body, status } = yield* fetch("POST", "/v1/auth/revoke", { client_id: "user_1", client_secret: 1 })
      assert.strictEqual(status, 422)
      assert.deepStrictEqual(problemsOf(body).map((problem) => problem.split(" ")[0]).toSorted(), [
        "body.client_id",
        "body.client_secret",
        "body.token"
      ])
    }))
})

it.layer(AccessPlatform.layer)("POST /v1/auth/introspect", (it) => {
  it.effect("200: the state of a token of the client", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const { client, keyring, token } = yield* newClient()
      const iat = DateTime.toEpochSeconds(yield* Instant.now)
      const read = fetch(
        "POST",
        "/v1/auth/introspect",
        ...asForm({ token }, basic(client.client_id, client.client_secret))
      )
      const { body, status } = yield* read
      assert.strictEqual(status, 200)
      assert.deepInclude(body, {
        active: true,
        client_id: client.client_id,
        sub: keyring.api_key_id,
        token_type: "Bearer",
        aud: "sandbox",
        iat,
        exp: iat + 3600
      })
      yield* fetch("POST", "/v1/auth/revoke", { ...client, token })
      assert.deepStrictEqual((yield* read).body, { active: false })
    }))

  it.effect("200: other texts, tokens of others and expired tokens are not active", () =>
    Effect.gen(function*() {
      const { credential, fetch } = yield* AccessPlatform
      const [ada, eve] = [yield* newClient(), yield* newClient()]
      const sister = yield* credential(OrganizationId.make(ada.keyring.client_id))
      const read = (client: object, token: string) =>
        Effect.map(fetch("POST", "/v1/auth/introspect", { ...client, token }), ({ body }) => body)
      for (const client of [eve.client, clientOf(sister)]) {
        assert.deepStrictEqual(yield* read(client, ada.token), { active: false })
      }
      const [header = "", payload = ""] = ada.token.split(".")
      for (const token of ["", "a.b.c", `${header}.${payload}.`, ada.keyring.api_key, ada.keyring.client_secret]) {
        assert.deepStrictEqual(yield* read(ada.client, token), { active: false })
      }
      yield* TestClock.adjust("1 hour")
      assert.deepStrictEqual(yield* read(ada.client, ada.token), { active: false })
    }))

  it.effect("200: a token of a replaced signing key, until its hour has passed", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const keys = Context.get(yield* Layer.build(anotherProcess), SigningKeys)
      const { client, status, token } = yield* newClient()
      yield* keys.current
      yield* keys.rotate
      // Until then this process may sign with the old key.
      yield* TestClock.adjust("1 minute")
      const active = (text: string) =>
        Effect.map(fetch("POST", "/v1/auth/introspect", { ...client, token: text }), ({ body }) => body.active)
      const next = yield* fetch("POST", "/v1/auth/token", { grant_type: "client_credentials", ...client })
      const young = String(next.body.access_token)
      const kidOf = (text: string) => JSON.parse(Buffer.from(text.split(".")[0] ?? "", "base64url").toString()).kid
      assert.notStrictEqual(kidOf(young), kidOf(token))
      assert.deepStrictEqual([yield* active(token), yield* active(young), yield* status()], [true, true, 200])
      yield* TestClock.adjust("3539 seconds")
      assert.deepStrictEqual([yield* active(token), yield* active(young)], [true, true])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual([yield* active(token), yield* active(young)], [false, true])
      yield* TestClock.adjust("1 minute")
      assert.strictEqual(yield* active(young), false)
    }))

  it.effect("401: wrong client credentials", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const { client, token } = yield* newClient()
      const { status } = yield* fetch("POST", "/v1/auth/introspect", { ...client, client_secret: "wrong", token })
      assert.strictEqual(status, 401)
    }))
})
