import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Browser, headingOf } from "./Browser.ts"
import { Program, registration } from "./Program.ts"
import { RealmServer } from "./RealmServer.ts"

const verifier = "v".repeat(64)

/** Addresses that no answer must be sent to, however they are written. */
const refusedAtRegistration = [
  "http://evil.example/callback",
  "http://127.0.0.1.evil.example/callback",
  "http://127.0.0.1@evil.example/callback",
  "https://user:password@client.example/callback",
  "https://client.example/callback#fragment",
  "https://client.example/callback#",
  "javascript:alert(1)",
  "JavaScript:alert(1)",
  "data:text/html,hello",
  "vbscript:x",
  "file:///etc/passwd",
  "blob:https://client.example/1",
  "mailto:eve@evil.example",
  "MAILTO:eve@evil.example",
  "ms-settings:privacy",
  "ms-settings://privacy",
  "ms-word:ofe|u|https://evil.example/a.docx",
  "search-ms:query=x",
  "tel:+491234",
  "sms:+491234",
  "facetime://eve",
  "ssh://evil.example/",
  "steam://run/1",
  "urn:ietf:wg:oauth:2.0:oob",
  "cursor:callback",
  "custom:/callback",
  ".example:/callback",
  "com..example:/callback",
  "//evil.example/callback",
  "/callback",
  "",
  "https://*.client.example/callback",
  "https://client.example\\@evil.example/",
  "https://client.example/call back",
  `https://client.example/${"a".repeat(3000)}`
]

const registered = "https://client.example/callback"

/** Others than the one that was registered, but like it. */
const refusedAtAuthorization = [
  "https://client.example/callback/",
  "https://client.example/callback?x=1",
  "https://client.example/Callback",
  "https://client.example/callback/../evil",
  "https://client.example:8443/callback",
  "http://client.example/callback",
  "https://client.example.evil.example/callback",
  "https://client.example@evil.example/callback",
  "https://client.example%2f@evil.example/callback",
  "https://evil.example/?https://client.example/callback",
  "https://client.example/callback#x",
  "javascript:alert(1)",
  "http://127.0.0.1:8976/callback"
]

layer(RealmServer.layer, { excludeTestServices: true })("redirect URIs", (it) => {
  it.effect("are refused at registration if a response could be intercepted", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      for (const uri of refusedAtRegistration) {
        const { body, status } = yield* Effect.promise(() => registration(issuer, { redirect_uris: [uri] }))
        assert.deepStrictEqual([status, body.error], [400, "invalid_redirect_uri"], uri)
        // One bad address is enough.
        const mixed = yield* Effect.promise(() => registration(issuer, { redirect_uris: [registered, uri] }))
        assert.strictEqual(mixed.status, 400, uri)
      }
      const many = Array.from({ length: 21 }, (_, i) => `${registered}/${i}`)
      assert.strictEqual((yield* Effect.promise(() => registration(issuer, { redirect_uris: many }))).status, 400)
      assert.strictEqual((yield* Effect.promise(() => registration(issuer, { redirect_uris: [] }))).status, 400)
    }))

  it.effect("are accepted in the forms that programs use", () =>
    Effect.gen(function*() {
      const { issuer } = yield* RealmServer
      for (
        const redirect_uris of [
          ["https://client.example/api/mcp/auth_callback"],
          ["http://127.0.0.1:33418/", "https://editor.example/redirect"],
          ["http://localhost/callback"],
          ["http://[::1]:1234/callback"],
          ["cursor://anysphere.cursor-retrieval/oauth/callback"],
          [
            "cursor://anysphere.cursor-mcp/oauth/callback",
            "https://www.cursor.com/agents/mcp/oauth/callback",
            "http://localhost:8787/callback"
          ],
          ["vscode://saoudrizwan.claude-dev/mcp-auth/callback", "vscode-insiders://publisher.extension/callback"],
          ["com.example.app:/callback"],
          ["com.example-programs.app://callback"]
        ]
      ) {
        const { body, status } = yield* Effect.promise(() => registration(issuer, { redirect_uris }))
        assert.deepStrictEqual([status, body.redirect_uris], [201, redirect_uris], JSON.stringify(body))
      }
    }))

  it.effect("are compared exactly; another one gets no response, and the person sees it", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      const program = yield* Effect.promise(() => Program.register(issuer, { redirect_uris: [registered] }))
      for (const redirect_uri of [...refusedAtAuthorization, undefined]) {
        const parameters = { redirect_uri, scope: redirect_uri === undefined ? "nonsense" : "openid" }
        const address = program.authorizationUrl(verifier, parameters)
        const page = yield* Effect.promise(() => new Browser(url).open(address))
        if (redirect_uri === undefined) continue
        assert.deepStrictEqual([page.status, headingOf(page)], [400, "This did not work"], redirect_uri)
        assert.isTrue(page.url.startsWith(issuer), redirect_uri)
        assert.notInclude(page.text, "evil.example")
      }
    }))

  it.effect("that are repeated, or of unknown programs, are not followed", () =>
    Effect.gen(function*() {
      const { issuer, url } = yield* RealmServer
      const program = yield* Effect.promise(() => Program.register(issuer, { redirect_uris: [registered] }))
      const address = program.authorizationUrl(verifier)
      for (
        const wrong of [
          `${address}&redirect_uri=${encodeURIComponent("https://evil.example/")}`,
          address.replace(program.client_id, "nobody")
        ]
      ) {
        const page = yield* Effect.promise(() => new Browser(url).open(wrong))
        assert.strictEqual(page.status, 400)
        assert.isTrue(page.url.startsWith(issuer))
      }
    }))

  it.effect("of the realm's own pages lead to its own pages", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      for (
        const next of [
          "https://evil.example/",
          "//evil.example",
          "\\\\evil.example",
          "account/../../evil",
          "javascript:1"
        ]
      ) {
        const page = yield* Effect.promise(async () => {
          const browser = new Browser(url)
          const login = await browser.open(`${issuer}/login?next=${encodeURIComponent(next)}`)
          return browser.send(login, { login: ada.username, password: ada.password })
        })
        assert.strictEqual(page.url, `${issuer}/account`)
      }
    }))
})
