import { assert, layer } from "@effect/vitest"
import { Authenticator, RealmTokens } from "@namewright/core/access"
import { RealmKeys } from "@namewright/core/realm"
import { Cause, Effect, Exit, Layer, Redacted } from "effect"
import { exportJWK, generateKeyPair, importJWK, type JWTPayload, SignJWT } from "jose"
import { createServer } from "node:http"
import * as RealmTokensExternal from "../../src/realm/RealmTokensExternal.ts"
import { setPolicy } from "./policyOf.ts"
import { claimsOf, Program } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const reasonOf = (token: string, audience: "mcp" | "rest" = "mcp") =>
  Effect.gen(function*() {
    const tokens = yield* RealmTokens
    return yield* Effect.match(tokens.verify(Redacted.make(token), audience), {
      onFailure: ({ reason }) => reason,
      onSuccess: () => "taken"
    })
  })

/** A token that the realm has made, and a way to sign others with its own key. */
const signing = Effect.gen(function*() {
  const { issuer, person } = yield* RealmServer
  const { tokens: [key] } = yield* Effect.flatMap(RealmKeys, ({ current }) => current)
  if (key === undefined) return yield* Effect.die("no key")
  const ada = yield* person()
  const program = yield* Effect.promise(() => Program.register(issuer))
  const { access_token } = yield* Effect.promise(() => program.connect(ada))
  const privateKey = yield* Effect.promise(() => importJWK(Redacted.value(key.jwk), "RS256"))
  const signed = (change: (claims: JWTPayload) => any, header: object = {}) =>
    Effect.promise(() =>
      new SignJWT(change(claimsOf(access_token)))
        .setProtectedHeader({ alg: "RS256", kid: key.key_id, typ: "at+jwt", ...header })
        .sign(privateKey)
    )
  return { access_token: String(access_token), ada, key, program, signed }
})

const encoded = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url")

const without = (name: string) => (claims: JWTPayload): JWTPayload =>
  Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))

layer(RealmServer.layer, { excludeTestServices: true })("tokens of the embedded realm", (it) => {
  it.effect("are accepted by their own endpoint", () =>
    Effect.gen(function*() {
      const { access_token, signed } = yield* signing
      assert.strictEqual(yield* reasonOf(access_token), "taken")
      assert.strictEqual(yield* reasonOf(yield* signed((claims) => claims)), "taken")
      assert.strictEqual(yield* reasonOf(access_token, "rest"), "unknown")
    }))

  it.effect("are refused without a signature, and with one that the key did not make", () =>
    Effect.gen(function*() {
      const { access_token, key, signed } = yield* signing
      const [, payload = "", signature = ""] = access_token.split(".")
      const { e, kty, n } = Redacted.value(key.jwk)
      const other = yield* Effect.promise(() => generateKeyPair("RS256"))
      const secrets = [JSON.stringify({ e, kty, n }), n, key.key_id]
      const asSecret = yield* Effect.forEach(secrets, (secret) =>
        Effect.promise(() =>
          new SignJWT(claimsOf(access_token)).setProtectedHeader({ alg: "HS256", kid: key.key_id })
            .sign(new TextEncoder().encode(secret))
        ))
      const elsewhere = yield* Effect.promise(() =>
        new SignJWT(claimsOf(access_token)).setProtectedHeader({ alg: "RS256", kid: key.key_id }).sign(other.privateKey)
      )
      const changed = encoded({ ...claimsOf(access_token), sub: "user_01h455vb4pex5vsknk084sn02q" })
      for (
        const token of [
          "",
          "not a token",
          `${encoded({ alg: "none", kid: key.key_id })}.${payload}.`,
          `${encoded({ alg: "none" })}.${payload}.`,
          `${encoded({ alg: "RS256", kid: key.key_id })}.${payload}.`,
          `${encoded({ alg: "RS256", kid: key.key_id })}.${changed}.${signature}`,
          `${encoded({ alg: "RS256" })}.${payload}.${signature}`,
          ...asSecret,
          elsewhere
        ]
      ) {
        assert.strictEqual(yield* reasonOf(token), "malformed", token)
      }
      const unknownKey = yield* signed((claims) =>
        claims, { kid: "made up" })
      assert.strictEqual(yield* reasonOf(unknownKey), "unknown")
    }))

  it.effect("are refused without a required claim", () =>
    Effect.gen(function*() {
      const { signed } = yield* signing
      const { url } = yield* RealmServer
      const now = Math.floor(Date.now() / 1000)
      for (
        const [change, reason] of [
          [without("exp"), "unknown"],
          [without("sub"), "unknown"],
          [without("aud"), "unknown"],
          [without("iss"), "unknown"],
          [without("client_id"), "malformed"],
          [without("gid"), "malformed"],
          [without("scope"), "unknown"],
          [(claims) => ({ ...claims, exp: now - 60 }), "expired"],
          [(claims) => ({ ...claims, exp: "never" }), "unknown"],
          [(claims) => ({ ...claims, nbf: now + 3600 }), "unknown"],
          [(claims) => ({ ...claims, aud: `${url}/v1` }), "unknown"],
          [(claims) => ({ ...claims, aud: [] }), "unknown"],
          [(claims) => ({ ...claims, iss: `${url}/realms/production` }), "unknown"],
          [(claims) => ({ ...claims, iss: url }), "unknown"],
          [(claims) => ({ ...claims, sub: "organization_01h455vb4pex5vsknk084sn02q" }), "malformed"],
          [(claims) => ({ ...claims, scope: "profile email" }), "unknown"],
          [(claims) => ({ ...claims, gid: "made up" }), "revoked"]
        ] satisfies ReadonlyArray<readonly [(claims: JWTPayload) => any, string]>
      ) {
        const token = yield* signed(change)
        assert.strictEqual(yield* reasonOf(token), reason, JSON.stringify(claimsOf(token)))
      }
    }))

  it.effect("are limited to the scopes on the consent page, with every resource parameter", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* setPolicy(ada, { rest_access: true })
      const program = yield* Effect.promise(() =>
        Program.register(issuer, { scope: "profile service:mcp service:rest offline_access" })
      )
      const connect = (scope: string, resource: string) =>
        Effect.promise(() => program.connect(ada, { scope, resource }).then((body): string => body.access_token))
      assert.strictEqual(yield* reasonOf(yield* connect("openid profile", `${url}/mcp`)), "unknown")
      assert.strictEqual(yield* reasonOf(yield* connect("profile service:mcp", `${url}/v1`), "rest"), "unknown")
      assert.strictEqual(yield* reasonOf(yield* connect("profile service:rest", `${url}/v1`), "rest"), "taken")
      const authenticator = yield* Authenticator
      const value = Redacted.make(yield* connect("service:rest", `${url}/v1`))
      const actor = yield* authenticator.authenticate({ type: "bearer", value }, "127.0.0.1")
      const agent = {
        client_id: program.client_id,
        scopes: ["service:rest"],
        user_id: ada.user.user_id,
        grant_id: claimsOf(Redacted.value(value))["gid"],
        sees_auth_codes: true
      }
      assert.deepStrictEqual([actor.principal, actor.agent], [{ type: "user", id: ada.user.user_id }, agent])
    }))

  it.effect("stay valid when the keys rotate, and new ones are signed with the new key", () =>
    Effect.gen(function*() {
      const { access_token, ada, key, program } = yield* signing
      yield* Effect.flatMap(RealmKeys, ({ rotate }) => rotate)
      assert.strictEqual(yield* reasonOf(access_token), "taken")
      const next = yield* Effect.promise(() => program.connect(ada))
      const header = JSON.parse(Buffer.from(String(next.access_token).split(".")[0] ?? "", "base64url").toString())
      assert.notStrictEqual(header.kid, key.key_id)
      const { issuer } = yield* RealmServer
      const published: any = yield* Effect.promise(() =>
        fetch(`${issuer}/protocol/openid-connect/certs`).then((answer) => answer.json())
      )
      assert.deepStrictEqual(published.keys.map(({ kid }: { kid: string }) => kid), [header.kid, key.key_id])
      assert.strictEqual(yield* reasonOf(next.access_token), "taken")
    }))
})

layer(RealmServer.layerWith({}, { environment: "production" }), { excludeTestServices: true })(
  "a realm of production",
  (it) => {
    it.effect("has an issuer of its own, and refuses tokens of the sandbox", () =>
      Effect.gen(function*() {
        const { issuer, url } = yield* RealmServer
        assert.strictEqual(issuer, `${url}/realms/production`)
        const { access_token, signed } = yield* signing
        assert.strictEqual(yield* reasonOf(access_token), "taken")
        const sandbox = yield* signed((claims) => ({ ...claims, iss: `${url}/realms/sandbox` }))
        assert.strictEqual(yield* reasonOf(sandbox), "unknown")
      }))
  }
)

/** A realm that somebody else runs, as far as it matters: a discovery document, keys, and tokens of its making. */
const somebodyElses = Effect.gen(function*() {
  const pair = yield* Effect.promise(() => generateKeyPair("ES256", { extractable: true }))
  const jwk = yield* Effect.promise(() => exportJWK(pair.publicKey))
  let fetched = 0
  const server = createServer((asked, answer) => {
    fetched++
    answer.setHeader("content-type", "application/json")
    answer.end(JSON.stringify(
      asked.url?.endsWith("/certs") === true
        ? { keys: [{ ...jwk, kid: "k1", alg: "ES256", use: "sig" }] }
        : { issuer: `${base()}/realms/names`, jwks_uri: `${base()}/certs` }
    ))
  })
  const base = () => {
    const address = server.address()
    return address !== null && typeof address === "object" ? `http://127.0.0.1:${address.port}` : ""
  }
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve))),
    () => Effect.promise(() => new Promise((resolve) => server.close(resolve)))
  )
  const issuer = `${base()}/realms/names`
  const signed = (claims: JWTPayload) =>
    Effect.promise(() =>
      new SignJWT({
        iss: issuer,
        aud: ["account", "names-mcp"],
        azp: "agent",
        scope: "openid service:mcp",
        exp: Math.floor(Date.now() / 1000) + 60,
        ...claims
      }).setProtectedHeader({ alg: "ES256", kid: "k1", typ: "JWT" }).sign(pair.privateKey)
    )
  return { fetched: () => fetched, issuer, signed }
})

const audiences = { mcp: "names-mcp", rest: "names-rest" }

layer(RealmServer.layer, { excludeTestServices: true })("tokens of an external realm", (it) => {
  it.effect("are checked by the keys of its discovery document", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const ada = yield* person()
      const { fetched, issuer, signed } = yield* somebodyElses
      const verifier = RealmTokensExternal.layer({ issuer, audiences })
      yield* Effect.gen(function*() {
        const tokens = yield* RealmTokens
        assert.strictEqual(tokens.issuer, issuer)
        assert.strictEqual(fetched(), 0, "nothing is asked before a token comes")
        const sub = ada.user.user_id
        const good = yield* tokens.verify(Redacted.make(yield* signed({ sub })), "mcp")
        assert.deepInclude(good, { user_id: sub, client_id: "agent", scopes: ["openid", "service:mcp"] })
        for (
          const claims of [
            { sub, aud: "account" },
            { sub, iss: `${issuer}/other` },
            { sub, exp: 1 },
            { sub: "f:1234:ada" },
            {}
          ]
        ) {
          assert.notStrictEqual(yield* reasonOf(yield* signed(claims)), "taken", JSON.stringify(claims))
        }
        assert.notStrictEqual(yield* reasonOf(yield* signed({ sub }), "rest"), "taken")
        const forRest = { sub, aud: "names-rest" }
        assert.strictEqual(yield* reasonOf(yield* signed(forRest), "rest"), "unknown")
        const scope = "openid service:rest"
        assert.strictEqual(yield* reasonOf(yield* signed({ ...forRest, scope }), "rest"), "taken")
        assert.strictEqual(fetched(), 2, "keys are kept")
      }).pipe(Effect.provide(verifier))
    }).pipe(Effect.scoped))

  it.effect("identify people by username, or by a verified email address", () =>
    Effect.gen(function*() {
      const { person } = yield* RealmServer
      const [ada, eve] = [yield* person(), yield* person()]
      const { issuer, signed } = yield* somebodyElses
      const named = (people: "username" | "email", claims: JWTPayload) =>
        Effect.flatMap(signed({ sub: "f:1", ...claims }), (token) =>
          Effect.provide(
            Effect.flatMap(RealmTokens, (tokens) =>
              Effect.match(tokens.verify(Redacted.make(token), "mcp"), {
                onFailure: ({ reason }) => reason,
                onSuccess: ({ user_id }) => user_id
              })),
            RealmTokensExternal.layer({ issuer, audiences, people })
          ))
      const { email, user_id, username } = ada.user
      assert.strictEqual(yield* named("username", { preferred_username: username.toUpperCase() }), user_id)
      assert.strictEqual(yield* named("email", { email, email_verified: true }), user_id)
      assert.strictEqual(yield* named("email", { email, email_verified: false }), "unknown")
      assert.strictEqual(yield* named("email", { email }), "unknown")
      // Who calls themselves by the address of somebody else is not that person.
      assert.strictEqual(yield* named("username", { preferred_username: eve.user.email }), "unknown")
      assert.strictEqual(yield* named("email", { email: eve.user.username, email_verified: true }), "unknown")
      assert.strictEqual(yield* named("username", {}), "unknown")
    }).pipe(Effect.scoped))

  it.effect("fail with a defect while its discovery document is invalid or unavailable", () =>
    Effect.gen(function*() {
      const { issuer, signed } = yield* somebodyElses
      const token = yield* signed({ sub: "user_01h455vb4pex5vsknk084sn02q" })
      for (const other of [issuer.replace("/realms/names", ""), "http://127.0.0.1:9/realms/names"]) {
        const verifier = RealmTokensExternal.layer({ issuer: other, audiences })
        const exit = yield* Effect.exit(Effect.provide(reasonOf(token), verifier))
        assert.isTrue(Exit.isFailure(exit) && Cause.hasDies(exit.cause), "that is for the operator to see")
      }
    }).pipe(Effect.scoped))
})

layer(
  Layer.provideMerge(RealmTokens.layerNone, RealmServer.layerWith({ realm: "none" })),
  { excludeTestServices: true }
)("an installation without a realm", (it) => {
  it.effect("refuses every token", () =>
    Effect.gen(function*() {
      assert.strictEqual(yield* reasonOf("any"), "unknown")
    }))
})
