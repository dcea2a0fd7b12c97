import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { defaultHttpSettings } from "../../src/shared/HttpSettings.ts"
import { Browser } from "./Browser.ts"
import { Program, registration } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

layer(RealmServer.layer, { excludeTestServices: true })("registration", (it) => {
  it.effect("accepts a name, addresses and the other known members", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      yield* Effect.promise(async () => {
        const plain = await registration(
          issuer,
          JSON.stringify({
            client_name: "Plain",
            redirect_uris: ["http://localhost:1/cb"]
          })
        )
        assert.strictEqual(plain.status, 201)
        assert.include(plain.body, { client_name: "Plain", application_type: "native" })
        assert.isString(plain.body.client_secret)
        assert.sameMembers(plain.body.scope.split(" "), ["openid", "profile", "email", "service:mcp", "offline_access"])
        assert.isUndefined(plain.body.registration_access_token)

        const { body } = await registration(issuer, {
          resource: "https://names.example/mcp",
          scope: "profile made:up service:mcp",
          jwks_uri: "http://169.254.169.254/keys",
          sector_identifier_uri: "https://127.0.0.1/inside",
          logo_uri: "https://evil.example/logo.png",
          grant_types: ["authorization_code", "client_credentials", "password"]
        })
        assert.strictEqual(body.scope, "openid profile service:mcp")
        assert.deepStrictEqual(body.grant_types, ["authorization_code"])
        for (const name of ["jwks_uri", "sector_identifier_uri", "logo_uri", "resource", "client_secret"]) {
          assert.isUndefined(body[name], name)
        }
      })
    }))

  it.effect("refuses invalid registrations", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      const refused = [
        "",
        "{",
        "[]",
        "null",
        JSON.stringify({ client_name: 7, redirect_uris: ["https://client.example/"] }),
        JSON.stringify({ client_name: "", redirect_uris: ["https://client.example/"] }),
        JSON.stringify({ client_name: "a".repeat(101), redirect_uris: ["https://client.example/"] }),
        JSON.stringify({ client_name: "turned \u202egnp.exe", redirect_uris: ["https://client.example/"] }),
        JSON.stringify({ client_name: "two\nlines", redirect_uris: ["https://client.example/"] }),
        JSON.stringify({ redirect_uris: "https://client.example/" }),
        JSON.stringify({ redirect_uris: ["https://client.example/"], token_endpoint_auth_method: "private_key_jwt" }),
        "x".repeat(100_000)
      ]
      for (const text of refused) {
        const { body, status } = yield* Effect.promise(() => registration(issuer, text))
        assert.oneOf(status, [400, 413], text.slice(0, 100))
        assert.isUndefined(body.client_id)
      }
    }))

  it.effect("writes names as text into pages", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      yield* Effect.promise(async () => {
        const name = "<img src=x onerror=alert(1)> \"&'"
        const program = await Program.register(issuer, { client_name: name })
        const { text } = await new Browser(url).open(program.authorizationUrl("v".repeat(64)))
        assert.include(text, "&lt;img src=x onerror=alert(1)&gt; &quot;&amp;&#39;")
        assert.notInclude(text, "<img")
      })
    }))

  it.effect("answers programs in browsers of every origin", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      yield* Effect.promise(async () => {
        const address = `${issuer}/clients-registrations/openid-connect`
        const preflight = await fetch(address, {
          method: "OPTIONS",
          headers: { origin: "https://client.example", "access-control-request-method": "POST" }
        })
        assert.deepStrictEqual([preflight.status, preflight.headers.get("access-control-allow-origin")], [204, "*"])
        const token = await fetch(`${issuer}/protocol/openid-connect/token`, {
          method: "OPTIONS",
          headers: { origin: "https://client.example", "access-control-request-method": "POST" }
        })
        assert.strictEqual(token.headers.get("access-control-allow-origin"), "https://client.example")
        assert.isNull(token.headers.get("access-control-allow-credentials"))
      })
    }))
})

const rateLimits = {
  ...defaultHttpSettings.rateLimits || undefined,
  read: { perSecond: 1000, burst: 1000 },
  write: { perSecond: 1000, burst: 1000 },
  names: { perSecond: 1000, burst: 1000 },
  tokens: { perSecond: 1000, burst: 1000 },
  signIns: { perSecond: 0.01, burst: 5 },
  registrations: { perSecond: 0.01, burst: 3 }
}

layer(RealmServer.layerWith({ rateLimits }), { excludeTestServices: true })("limits of the realm", (it) => {
  it.effect("bound how many programs an address registers, and how often it asks for pages and tokens", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      yield* Effect.promise(async () => {
        const statuses = []
        for (let i = 0; i < 5; i++) statuses.push((await registration(issuer)).status)
        assert.deepStrictEqual(statuses, [201, 201, 201, 429, 429])
        const pages = []
        for (let i = 0; i < 7; i++) pages.push((await fetch(`${issuer}/login`)).status)
        assert.deepStrictEqual(pages, [200, 200, 200, 200, 200, 429, 429])
        assert.strictEqual((await fetch(`${issuer}/style.css`)).status, 200)
      })
    }))
})
