import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { request } from "node:http"
import { RealmServer } from "./RealmServer.ts"

const documents = (issuer: string, url: string) => [
  `${issuer}/.well-known/openid-configuration`,
  `${issuer}/.well-known/oauth-authorization-server`,
  `${url}/.well-known/oauth-authorization-server/realms/sandbox`,
  `${url}/.well-known/openid-configuration/realms/sandbox`
]

/** What is answered to a request whose `Host` says something else. */
const withHost = (address: string, host: string) =>
  Effect.promise(() =>
    new Promise<string>((resolve, reject) => {
      const asked = request(address, { headers: { host, "x-forwarded-host": host } }, (answer) => {
        let text = ""
        answer.setEncoding("utf8").on("data", (part) => text += part).on("end", () => resolve(text))
      })
      asked.on("error", reject).end()
    })
  )

layer(RealmServer.layer, { excludeTestServices: true })("discovery of the realm", (it) => {
  it.effect("serves one document at every well-known path, to every origin", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      for (const address of documents(issuer, url)) {
        const answer = yield* Effect.promise(() => fetch(address, { headers: { origin: "https://client.example" } }))
        const body: any = yield* Effect.promise(() => answer.json())
        assert.strictEqual(body.issuer, issuer, address)
        assert.strictEqual(answer.headers.get("access-control-allow-origin"), "https://client.example")
        assert.strictEqual(body.registration_endpoint, `${issuer}/clients-registrations/openid-connect`)
        assert.deepStrictEqual(body.code_challenge_methods_supported, ["S256"])
        assert.deepStrictEqual(body.id_token_signing_alg_values_supported, ["RS256"])
        assert.deepStrictEqual(body.grant_types_supported, [
          "authorization_code",
          "refresh_token",
          "urn:ietf:params:oauth:grant-type:device_code"
        ])
      }
    }))

  it.effect("accepts preflight requests of every origin, with the header of the protocol", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      const keys = `${issuer}/protocol/openid-connect/certs`
      for (const address of [...documents(issuer, url), keys]) {
        const { headers, status } = yield* Effect.promise(() =>
          fetch(address, {
            method: "OPTIONS",
            headers: {
              origin: "https://client.example",
              "access-control-request-method": "GET",
              "access-control-request-headers": "mcp-protocol-version"
            }
          })
        )
        assert.oneOf(status, [200, 204], address)
        assert.oneOf(headers.get("access-control-allow-origin"), ["https://client.example", "*"], address)
        assert.include(headers.get("access-control-allow-headers") ?? "", "mcp-protocol-version", address)
      }
    }))

  it.effect("derives no address from the headers of a request", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      for (const address of documents(issuer, url)) {
        const text = yield* withHost(address, "evil.example")
        assert.notInclude(text, "evil.example")
        assert.include(text, issuer)
      }
    }))

  it.effect("publishes public keys only", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      const { keys }: any = yield* Effect.promise(() =>
        fetch(`${issuer}/protocol/openid-connect/certs`).then((answer) => answer.json())
      )
      assert.deepStrictEqual(keys.map((key: object) => Object.keys(key).toSorted()), [
        ["alg", "e", "kid", "kty", "n", "use"]
      ])
    }))

  it.effect("responds with 404 for the other environment and for unknown paths", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      const statusOf = (address: string) => Effect.promise(() => fetch(address).then(({ status }) => status))
      assert.strictEqual(yield* statusOf(`${url}/realms/production/.well-known/openid-configuration`), 404)
      assert.strictEqual(yield* statusOf(`${issuer}/nothing`), 404)
      assert.strictEqual(yield* statusOf(`${issuer}/interaction/nothing`), 400)
    }))
})

layer(RealmServer.layerWith({ realm: "none" }), { excludeTestServices: true })("a platform without a realm", (it) => {
  it.effect("responds with 404 below its path", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      for (const address of [`${issuer}/login`, `${issuer}/account`, ...documents(issuer, url)]) {
        const { status } = yield* Effect.promise(() => fetch(address))
        assert.strictEqual(status, 404, address)
      }
    }))
})
