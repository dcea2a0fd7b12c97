import { assert, it } from "@effect/vitest"
import { ApiKeyId, ApiKeys, asSystem, SecretText } from "@namewright/core/access"
import { Effect, Redacted } from "effect"
import { TestClock } from "effect/testing"
import { AccessPlatform, type Keyring } from "./AccessPlatform.ts"

const rate = { perSecond: 1000, burst: 1000 }

const limited = AccessPlatform.layerWith({
  rateLimits: {
    read: rate,
    write: rate,
    names: rate,
    tokens: rate,
    refusedCredentials: { perSecond: 1, burst: 3 }
  }
})

let addresses = 0

/** Callers from one address that no other test uses. */
const office = Effect.gen(function*() {
  const { credential, fetch, organization } = yield* AccessPlatform
  const address = `192.0.2.${++addresses}`
  const owner = yield* organization()
  const asked = (headers: Record<string, string>) =>
    fetch("GET", "/v1/events", undefined, { headers: { "x-test-address": address, ...headers } })
  const exchanged = ({ client_id, client_secret }: Pick<Keyring, "client_id" | "client_secret">) =>
    fetch("POST", "/v1/auth/token", { grant_type: "client_credentials", client_id, client_secret }, {
      headers: { "x-test-address": address }
    })
  const agent = (token: string) =>
    fetch("POST", "/mcp", {}, { token, headers: { "x-test-address": address, host: "127.0.0.1" } })
  return {
    owner,
    address,
    asked,
    exchanged,
    agent,
    credential: credential(owner),
    withKey: (key: string) => asked({ "x-api-key": key }),
    wrongKey: Effect.flatMap(
      SecretText.generate("api_key", "sandbox"),
      (key) => asked({ "x-api-key": Redacted.value(key) })
    )
  }
})

const statuses = <E, R>(calls: Effect.Effect<{ readonly status: number }, E, R>, count: number) =>
  Effect.map(Effect.replicateEffect(calls, count), (answers) => answers.map(({ status }) => status))

it.layer(limited)("refused credentials", (it) => {
  it.effect("429: more of them from one address than its limit, and later again", () =>
    Effect.gen(function*() {
      const { withKey, wrongKey } = yield* office
      assert.deepStrictEqual(yield* statuses(wrongKey, 4), [401, 401, 401, 429])
      const { body, headers } = yield* withKey("mistyped")
      assert.deepStrictEqual([body.code, headers.get("retry-after")], ["ERROR_RATE_LIMITED", "1"])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* statuses(wrongKey, 2), [401, 429])
      const elsewhere = yield* office
      assert.strictEqual((yield* elsewhere.wrongKey).status, 401)
    }))

  it.effect("429: of every kind together, wherever they are sent", () =>
    Effect.gen(function*() {
      const { agent, asked, credential, exchanged } = yield* office
      const { client_id } = yield* credential
      assert.deepStrictEqual([
        (yield* asked({ authorization: "Bearer e30.e30.e30" })).status,
        (yield* exchanged({ client_id, client_secret: "wrong" })).status,
        (yield* exchanged({ client_id: "organization_01h455vb4pex5vsknk084sn02q", client_secret: "wrong" })).status,
        (yield* exchanged({ client_id, client_secret: "wrong" })).status,
        (yield* agent("e30.e30.e30")).status,
        (yield* asked({ "x-api-key": "wrong" })).status
      ], [401, 401, 404, 429, 429, 429])
    }))

  it.effect("429: many at once", () =>
    Effect.gen(function*() {
      const { wrongKey } = yield* office
      const answers = yield* Effect.all(Array.from({ length: 20 }, () => wrongKey), { concurrency: "unbounded" })
      assert.strictEqual(answers.filter(({ status }) => status === 401).length, 3)
    }))

  it.effect("200: a credential that was accepted before, while others at its address are refused", () =>
    Effect.gen(function*() {
      const { asked, credential, exchanged, withKey, wrongKey } = yield* office
      const [known, unknown] = [yield* credential, yield* credential]
      assert.strictEqual((yield* withKey(known.api_key)).status, 200)
      assert.strictEqual((yield* exchanged(known)).status, 200)
      assert.deepStrictEqual(yield* statuses(wrongKey, 4), [401, 401, 401, 429])
      assert.deepStrictEqual(yield* statuses(withKey(known.api_key), 5), [200, 200, 200, 200, 200])
      const { body } = yield* exchanged(known)
      assert.strictEqual((yield* asked({ authorization: `Bearer ${body.access_token}` })).status, 200)
      assert.strictEqual((yield* withKey(unknown.api_key)).status, 429)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* withKey(unknown.api_key)).status, 200)
    }))

  it.effect("200: good credentials, however many are new", () =>
    Effect.gen(function*() {
      const { credential, withKey } = yield* office
      const answers = yield* Effect.replicateEffect(
        Effect.flatMap(credential, ({ api_key }) => withKey(api_key)),
        6
      )
      assert.deepStrictEqual(answers.map(({ status }) => status), [200, 200, 200, 200, 200, 200])
    }))

  it.effect("429: a revoked key that was accepted before", () =>
    Effect.gen(function*() {
      const { credential, owner, withKey } = yield* office
      const { api_key, api_key_id } = yield* credential
      assert.strictEqual((yield* withKey(api_key)).status, 200)
      const keys = yield* ApiKeys
      yield* asSystem(owner, keys.revoke(ApiKeyId.make(api_key_id)))
      assert.deepStrictEqual(yield* statuses(withKey(api_key), 4), [401, 401, 401, 429])
    }))

  it.effect("401: callers without a known address, which are not counted", () =>
    Effect.gen(function*() {
      const { fetch } = yield* AccessPlatform
      const wrong = fetch("GET", "/v1/events", undefined, { key: "wrong" })
      assert.deepStrictEqual(yield* statuses(wrong, 5), [401, 401, 401, 401, 401])
    }))
})
