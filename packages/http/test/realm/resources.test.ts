import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { Browser, headingOf } from "./Browser.ts"
import { setPolicy } from "./policyOf.ts"
import { claimsOf, Program, signedInAt } from "./Program.ts"
import { type Person, RealmServer } from "./RealmServer.ts"

/** The status with which an endpoint answers a token. */
const statusAt = async (url: string, path: "/mcp" | "/mcp/readonly" | "/v1/tags", token: string) => {
  const read = path === "/v1/tags"
  const answer = await fetch(`${url}${path}`, {
    method: read ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      accept: "application/json, text/event-stream",
      ...(read ? {} : { "content-type": "application/json" })
    },
    ...(read ? {} : { body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" }) })
  })
  return answer.status
}

const disconnected = async (issuer: string, person: Person) => {
  const browser = new Browser(issuer)
  const page = await signedInAt(browser, await browser.open(`${issuer}/account`), person)
  await browser.send(page, {}, { action: "/programs/disconnect" })
}

/** Callers are remembered, as in production. */
const remembering = RealmServer.layerWith({}, { credentialCacheSeconds: 5 })

layer(remembering, { excludeTestServices: true })("a token", (it) => {
  it.effect("for the read-only endpoint is refused elsewhere", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const resource = `${url}/mcp/readonly`
        const program = await Program.register(issuer)
        const { access_token, refresh_token } = await program.connect(ada, { resource })
        assert.strictEqual(claimsOf(access_token)["aud"], resource)
        // The second round finds a caller who is remembered.
        for (const round of [1, 2]) {
          const statuses = [
            await statusAt(url, "/mcp/readonly", access_token),
            await statusAt(url, "/mcp", access_token),
            await statusAt(url, "/v1/tags", access_token)
          ]
          assert.deepStrictEqual(statuses, [200, 401, 401], `round ${round}`)
        }
        const next = await program.refresh(refresh_token)
        assert.strictEqual(claimsOf(next.body.access_token)["aud"], resource)
        const other = await program.token({
          grant_type: "refresh_token",
          refresh_token: next.body.refresh_token,
          resource: `${url}/mcp`
        })
        assert.deepStrictEqual([other.status, other.body.error], [400, "invalid_target"])
      })
    }))

  it.effect("is not exchanged for one with write access, which requires a new consent", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const resource = `${url}/mcp/readonly`
        const program = await Program.register(issuer)
        const code = await program.authorize(new Browser(issuer), ada, { resource })
        const exchanged = await program.exchange(code, { resource: `${url}/mcp` })
        assert.deepStrictEqual([exchanged.status, exchanged.body.error], [400, "invalid_target"])
        const browser = new Browser(issuer)
        const address = program.authorizationUrl("v".repeat(64), {
          resource: `${url}/mcp`,
          scope: "openid profile email service:mcp"
        })
        const page = await signedInAt(browser, await browser.open(address), ada)
        assert.strictEqual(headingOf(page), "Connect Agent under test?")
      })
    }))

  it.effect("for the tool endpoint is accepted at the read-only one", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer)
        const { access_token } = await program.connect(ada, { resource: `${url}/mcp` })
        assert.strictEqual(await statusAt(url, "/mcp/readonly", access_token), 200)
        assert.strictEqual(await statusAt(url, "/mcp", access_token), 200)
      })
    }))

  it.effect("is refused after its program was disconnected, also if it was used immediately before", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* Effect.promise(async () => {
        const tools = await (await Program.register(issuer)).connect(ada)
        const statuses = () =>
          Promise.all((["/mcp", "/mcp/readonly"] as const).map((path) => statusAt(url, path, tools.access_token)))
        assert.deepStrictEqual(await statuses(), [200, 200])
        await disconnected(issuer, ada)
        assert.deepStrictEqual(await statuses(), [401, 401])
      })
    }))

  it.effect("of the REST interface ends immediately", () =>
    Effect.gen(function*() {
      const { issuer, person, url } = yield* RealmServer
      const ada = yield* person()
      yield* setPolicy(ada, { rest_access: true })
      yield* Effect.promise(async () => {
        const program = await Program.register(issuer, { scope: "profile service:rest offline_access" })
        const { access_token } = await program.connect(ada, {
          resource: `${url}/v1`,
          scope: "openid profile service:rest offline_access"
        })
        assert.strictEqual(await statusAt(url, "/v1/tags", access_token), 200)
        await disconnected(issuer, ada)
        assert.strictEqual(await statusAt(url, "/v1/tags", access_token), 401)
      })
    }))
})
