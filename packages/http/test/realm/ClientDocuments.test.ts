import { assert, describe, it, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { createServer } from "node:net"
import { clientDocument, ClientDocuments } from "../../src/realm/ClientDocuments.ts"
import { Browser, headingOf } from "./Browser.ts"
import { challengeOf, claimsOf, posted, signedInAt } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)
const client_id = "https://client.example/oauth/client.json"
const redirect_uri = "https://client.example/callback"

const authorizationUrl = (issuer: string, id: string, to = redirect_uri): string =>
  `${issuer}/protocol/openid-connect/auth?${new URLSearchParams({
    client_id: id,
    redirect_uri: to,
    response_type: "code",
    scope: "openid service:mcp",
    code_challenge: challengeOf(verifier),
    code_challenge_method: "S256"
  })}`

const documents: Readonly<Record<string, object>> = {
  [client_id]: { client_id, client_name: "Known by its address", redirect_uris: [redirect_uri] },
  "https://other.example/c.json": { client_id, redirect_uris: [redirect_uri] }
}

const resources = { mcp: "https://names.example/mcp", rest: "https://names.example/v1" }

const asked: Array<string> = []

/** The internet of this test. */
const internet = Layer.succeed(ClientDocuments, (url: URL) => {
  asked.push(url.href)
  const found = documents[url.href]
  return found === undefined ? Promise.reject(new Error("nothing is there")) : Promise.resolve(JSON.stringify(found))
})

layer(Layer.provide(RealmServer.layer, internet), { excludeTestServices: true })(
  "a program known by its address",
  (it) => {
    it.effect("is accepted without a registration, with its address as client id", () =>
      Effect.gen(function*() {
        const { issuer, person, url } = yield* RealmServer
        const ada = yield* person()
        yield* Effect.promise(async () => {
          const discovery: any = await (await fetch(`${issuer}/.well-known/oauth-authorization-server`)).json()
          assert.isTrue(discovery.client_id_metadata_document_supported)
          const browser = new Browser(url)
          const consent = await signedInAt(browser, await browser.open(authorizationUrl(issuer, client_id)), ada)
          assert.strictEqual(headingOf(consent), `Connect ${client_id}?`)
          assert.notInclude(consent.text, "Known by its address", "anybody can say any name")
          const done = new URL((await browser.send(consent, { decision: "allow" })).url)
          assert.strictEqual(`${done.origin}${done.pathname}`, redirect_uri)
          const { body, status } = await posted(`${issuer}/protocol/openid-connect/token`, {
            grant_type: "authorization_code",
            code: done.searchParams.get("code") ?? "",
            client_id,
            redirect_uri,
            code_verifier: verifier
          })
          assert.strictEqual(status, 200)
          assert.deepInclude(claimsOf(body.access_token), { client_id, aud: `${url}/mcp`, sub: ada.user.user_id })
        })
      }))

    it.effect("is limited to the addresses in its document, which must have the client id", () =>
      Effect.gen(function*() {
        const { issuer, url } = yield* RealmServer
        for (
          const address of [
            authorizationUrl(issuer, client_id, "https://evil.example/callback"),
            authorizationUrl(issuer, "https://other.example/c.json"),
            authorizationUrl(issuer, "https://nowhere.example/c.json")
          ]
        ) {
          const page = yield* Effect.promise(() => new Browser(url).open(address))
          assert.deepStrictEqual([page.status, headingOf(page)], [400, "This did not work"], address)
          assert.isTrue(page.url.startsWith(issuer))
        }
      }))
  }
)

layer(RealmServer.layer, { excludeTestServices: true })("addresses of programs", (it) => {
  it.effect("are not requested inside the network", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      let connections = 0
      const inside = createServer(() => connections++)
      yield* Effect.promise(() => new Promise<void>((resolve) => void inside.listen(0, "127.0.0.1", resolve)))
      const address = inside.address()
      const port = address !== null && typeof address === "object" ? address.port : 0
      for (
        const id of [
          `https://127.0.0.1:${port}/c.json`,
          `https://localhost:${port}/c.json`,
          `https://[::1]:${port}/c.json`,
          `https://[::ffff:127.0.0.1]:${port}/c.json`,
          "https://10.0.0.1/c.json",
          "https://169.254.169.254/latest/meta-data",
          `http://127.0.0.1:${port}/c.json`
        ]
      ) {
        const page = yield* Effect.promise(() => new Browser(url).open(authorizationUrl(issuer, id)))
        assert.strictEqual(page.status, 400, id)
      }
      assert.strictEqual(connections, 0)
      yield* Effect.promise(() => new Promise((resolve) => inside.close(resolve)))
    }))
})

describe("clientDocument", () => {
  const read = (document: object) => clientDocument(client_id, JSON.stringify(document), resources)

  it("accepts what a registration accepts, for programs without a secret", () => {
    const known = JSON.parse(
      Option.getOrThrow(read({ client_id, redirect_uris: [redirect_uri], jwks_uri: "https://x.example" }))
    )
    assert.deepInclude(known, { client_id, token_endpoint_auth_method: "none", application_type: "web" })
    assert.isUndefined(known.jwks_uri)
    for (
      const wrong of [
        { client_id },
        { redirect_uris: [redirect_uri] },
        { client_id: `${client_id}x`, redirect_uris: [redirect_uri] },
        { client_id, redirect_uris: ["http://evil.example/"] },
        { client_id, redirect_uris: [redirect_uri], token_endpoint_auth_method: "private_key_jwt" },
        []
      ]
    ) {
      assert.deepStrictEqual(read(wrong), Option.none())
    }
    assert.deepStrictEqual(clientDocument(client_id, "<html>", resources), Option.none())
  })
})
