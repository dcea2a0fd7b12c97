import { assert, describe, it } from "@effect/vitest"
import { sqlite } from "@namewright/adapters-sqlite"
import { createPlatform, type Platform } from "@namewright/core"
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { ada } from "../src/ada.ts"
import { expressApp } from "../src/express-mount.ts"
import { fastifyApp } from "../src/fastify-mount.ts"
import { honoApp } from "../src/hono-mount.ts"
import { nextRoute } from "../src/next-route.ts"
import { sessions } from "../src/sessions.ts"

type Respond = (path: string, init?: RequestInit) => Promise<Response>

const baseUrl = "https://shop.example"

const overNode = (listener: (request: IncomingMessage, response: ServerResponse) => void) =>
  listening(createServer(listener))

/** Requests to a server on a free port, and what closes it. */
const listening = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const respond: Respond = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init)
  return { respond, close: () => new Promise<unknown>((resolve) => server.close(resolve)) }
}

const overFetch = async (handle: (request: Request) => Promise<Response> | Response) => ({
  respond: (async (path, init) => handle(new Request(`http://127.0.0.1${path}`, init))) satisfies Respond,
  close: async () => {}
})

/** The frameworks, each with its example. */
const frameworks: Record<string, (platform: Platform) => ReturnType<typeof listening>> = {
  Express: async (platform) => overNode(expressApp(platform)),
  Fastify: async (platform) => {
    const app = fastifyApp(platform)
    await app.ready()
    const { close, respond } = await overNode(app.routing)
    return { respond, close: () => close().then(() => app.close()) }
  },
  Hono: (platform) => {
    const app = honoApp(platform)
    return overFetch((request) => app.fetch(request))
  },
  Next: (platform) => {
    const route = nextRoute(platform)
    const params = Promise.resolve({ path: [] })
    return overFetch((request) => {
      const known = new URL(request.url).pathname.startsWith("/names/")
      return known
        ? route[request.method as keyof typeof route](request, { params })
        : new Response(null, { status: 404 })
    })
  }
}

const json = { "content-type": "application/json" }

describe.each(Object.entries(frameworks))("%s", (name, start) => {
  const session = `Session ${name}`

  const withApp = async (use: (respond: Respond, platform: Platform, organization_id: string) => Promise<void>) => {
    const platform = createPlatform({ storage: sqlite({ filename: ":memory:" }), baseUrl })
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "A customer",
      starting_credit: 100_00
    })
    sessions.set(session, { organization_id, role: "admin", user: { id: "u-17", name: "Ada" } })
    const { close, respond } = await start(platform)
    try {
      await use(respond, platform, organization_id)
    } finally {
      sessions.delete(session)
      await close()
      await platform.dispose()
    }
  }

  const authorization = { authorization: session }

  it("reads bodies and acts for the caller of the host below the prefix", () =>
    withApp(async (respond, _platform, organization_id) => {
      const body = JSON.stringify(ada)
      const made = await respond("/names/v1/contacts", { method: "POST", headers: { ...authorization, ...json }, body })
      assert.strictEqual(made.status, 201, await made.clone().text())
      const { contact_id } = await made.json() as { readonly contact_id: string }
      const stored = await (await respond(`/names/v1/contacts/${contact_id}`, { headers: authorization })).json()
      assert.deepStrictEqual([stored.last_name, stored.organization_id], ["Lovelace", organization_id])
      const malformed = await respond("/names/v1/contacts", {
        method: "POST",
        headers: { ...authorization, ...json },
        body: "{"
      })
      assert.strictEqual(malformed.status, 422)
    }))

  it("refuses requests without a caller, also for the documentation", () =>
    withApp(async (respond) => {
      for (const path of ["/names/v1/contacts", "/names/docs", "/names/v1/openapi.json", "/names/health/ready"]) {
        const refused = await respond(path, { headers: { authorization: "Session of nobody" } })
        assert.strictEqual(refused.status, 401, path)
        assert.strictEqual((await refused.json() as { readonly code: string }).code, "ERROR_AUTHENTICATION")
      }
    }))

  it("does not find other paths", () =>
    withApp(async (respond) => {
      const inside = await respond("/names/v1/nothing", { headers: authorization })
      assert.strictEqual((await inside.json() as { readonly code: string }).code, "ERROR_ROUTE_NOT_FOUND")
      for (const path of ["/v1/contacts", "/namesv1/contacts", "/docs"]) {
        assert.strictEqual((await respond(path, { headers: authorization })).status, 404, path)
      }
    }))

  it("names the prefix in its documentation", () =>
    withApp(async (respond) => {
      const page = await respond("/names/docs", { headers: authorization })
      assert.strictEqual(page.headers.get("content-type")?.startsWith("text/html"), true)
      assert.include(await page.text(), `${baseUrl}/names`)
      const document = await (await respond("/names/v1/openapi.json", { headers: authorization })).json()
      assert.deepStrictEqual(document.servers.map(({ url }: { readonly url: string }) => url), [`${baseUrl}/names`])
    }))

  it("streams downloads", () =>
    withApp(async (respond, platform) => {
      const post = (path: string, body: object) =>
        respond(path, { method: "POST", headers: { ...authorization, ...json }, body: JSON.stringify(body) })
      const { contact_id } = await (await post("/names/v1/contacts", ada)).json() as { readonly contact_id: string }
      const contacts = { registrant: contact_id, admin: contact_id, tech: contact_id }
      const order = { name: "shop.com", contacts, renewal_mode: "renew", period: 1 }
      const registered = await post("/names/v1/domains", order)
      assert.strictEqual(registered.status, 201, await registered.text())
      const made = await post("/names/v1/reports", {})
      assert.strictEqual(made.status, 202, await made.clone().text())
      const { report_id } = await made.json() as { readonly report_id: string }
      await platform.tick({ budgetMillis: 10_000 })
      const download = await respond(`/names/v1/reports/${report_id}/download`, { headers: authorization })
      assert.deepStrictEqual([download.status, download.headers.get("content-type")], [200, "application/zip"])
      const bytes = new Uint8Array(await download.arrayBuffer())
      assert.strictEqual(new TextDecoder().decode(bytes.slice(0, 2)), "PK")
      assert.strictEqual(String(bytes.length), download.headers.get("content-length"))
    }))

  it("serves tools as an agent of the caller", () =>
    withApp(async (respond) => {
      const call = async (method: string, params: object) => {
        const answer = await respond("/names/mcp", {
          method: "POST",
          headers: {
            ...authorization,
            ...json,
            accept: "application/json, text/event-stream",
            "mcp-protocol-version": "2025-06-18"
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params })
        })
        assert.strictEqual(answer.status, 200, await answer.clone().text())
        return answer.json()
      }
      const clientInfo = { name: "test", version: "1" }
      const started = await call("initialize", { protocolVersion: "2025-06-18", capabilities: {}, clientInfo })
      assert.isString(started.result.serverInfo.name)
      const { result } = await call("tools/list", {})
      assert.include(result.tools.map(({ name }: { readonly name: string }) => name), "call_operation")
    }))
})
