import { assert, describe, it } from "@effect/vitest"
import { ApiKeys, asSystem } from "@namewright/core/access"
import { type Caller, createPlatform, type Platform } from "@namewright/core/embed"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Logger, Redacted } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import type { FetchSettings } from "../../src/toFetch.ts"
import { toFetch } from "../../src/toFetch.ts"

const prefix = "/names"
const baseUrl = "https://shop.example"

interface Answer {
  readonly status: number
  readonly headers: Headers
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly body: any
}

interface Host {
  readonly platform: Platform
  readonly organization_id: string
  /** Entries of the platform's log, as text. */
  readonly logged: Array<string>
  /** Sends a request of a user of the host; `null` has no session. */
  readonly send: (
    user: string | null,
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers?: Record<string, string>
  ) => Promise<Answer>
}

/** Users of the host by session, in the first organization unless the test says otherwise. */
const callerOf = (organization_id: string, session: string | null): Caller | null =>
  session === null ? null : { organization_id, role: "admin", user: { id: session, name: session } }

const withHost = async (
  use: (host: Host) => Promise<void>,
  settings: (organization_id: string) => FetchSettings = () => ({})
): Promise<void> => {
  const logged: Array<string> = []
  const platform = createPlatform({
    storage: memoryDatabase(),
    baseUrl,
    loggers: [Logger.map(Logger.formatStructured, (entry) => void logged.push(JSON.stringify(entry)))]
  })
  try {
    const { organization_id } = await platform.operator.organizations.createParent({
      name: "Example",
      starting_credit: "100.00"
    })
    const handle = toFetch(platform, {
      prefix,
      requestLog: false,
      caller: ({ headers }) => callerOf(organization_id, headers.get("x-session")),
      ...settings(organization_id)
    })
    const send: Host["send"] = async (user, method, path, body, headers = {}) => {
      const response = await handle(
        new Request(`${baseUrl}${prefix}${path}`, {
          method,
          headers: {
            ...(user === null ? {} : { "x-session": user }),
            ...(body === undefined ? {} : { "content-type": "application/json" }),
            ...headers
          },
          ...(body === undefined ? {} : { body: JSON.stringify(body) })
        })
      )
      const text = await response.text()
      const isJson = response.headers.get("content-type")?.includes("json") === true
      return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text }
    }
    await use({ platform, organization_id, logged, send })
  } finally {
    await platform.dispose()
  }
}

const tag = (label: string) => ({ type: "DOMAIN", label })

describe("the caller of a host", () => {
  it("is asked for each request, and its failures show no inner text", () =>
    withHost(async ({ logged, send }) => {
      for (const how of ["throws", "rejects"]) {
        const { body, headers, status } = await send(how, "GET", "/v1/tags")
        assert.deepStrictEqual([status, body.code], [500, "ERROR_INTERNAL"], how)
        assert.isNotNull(headers.get("x-request-id"))
        assert.notInclude(JSON.stringify(body), "password of the session store")
        assert.include(logged.splice(0).join(), "password of the session store")
      }
      for (const nobody of ["null", "undefined"]) {
        const { body, status } = await send(nobody, "GET", "/v1/tags")
        assert.deepStrictEqual([status, body.code, body.reason], [401, "ERROR_AUTHENTICATION", "missing"], nobody)
      }
      assert.strictEqual((await send("somebody", "GET", "/v1/tags")).status, 200)
    }, (organization_id) => ({
      caller: ({ headers }) => {
        const session = headers.get("x-session")
        if (session === "throws") throw new Error("password of the session store")
        if (session === "rejects") return Promise.reject(new Error("password of the session store"))
        if (session === "null") return null
        if (session === "undefined") return undefined as unknown as null
        return callerOf(organization_id, session)
      }
    })))

  it("must exist: unknown roles, organizations and members are failures of the host without inner text", () =>
    withHost(async ({ send }) => {
      for (const wrong of ["role", "organization", "member", "text"]) {
        const { body, status } = await send(wrong, "GET", "/v1/tags")
        assert.deepStrictEqual([status, body.code], [500, "ERROR_INTERNAL"], wrong)
        assert.notInclude(JSON.stringify(body), "pilot")
      }
    }, (organization_id) => {
      const wrong: Record<string, unknown> = {
        role: { organization_id, role: "pilot", user: { id: "u", name: "U" } },
        organization: { organization_id: "organization_01h455vb4pex5vsknk084sn02q", role: "admin" },
        member: { organization_id, role: "admin", isAdmin: true },
        text: "pilot"
      }
      return { caller: ({ headers }) => wrong[headers.get("x-session") ?? ""] as Caller }
    }))
})

describe("the address of the host's caller", () => {
  const restricted = async ({ organization_id, platform }: Host) => {
    const admin = platform.as({ organization_id, role: "admin" })
    await admin.ipRestrictions.create({ ip_network: "192.0.2.0/24" })
    return admin
  }
  const named: FetchSettings = {
    clientAddress: ({ headers }) => headers.get("x-peer") ?? undefined,
    trustedProxies: ["10.0.0.0/8"]
  }

  it("is that of the request after trusted proxies, and must be in a network of the organization", () =>
    withHost(async (host) => {
      await restricted(host)
      const status = async (headers: Record<string, string>) => {
        const { body, status: code } = await host.send("u", "GET", "/v1/tags", undefined, headers)
        return [code, body.code]
      }
      const refused = [403, "ERROR_PERMISSION_DENIED"]
      assert.deepStrictEqual(await status({ "x-peer": "192.0.2.7" }), [200, undefined])
      assert.deepStrictEqual(await status({ "x-peer": "203.0.113.1" }), refused)
      assert.deepStrictEqual(await status({}), refused, "unknown")
      const forwarded = { "x-forwarded-for": "192.0.2.7" }
      assert.deepStrictEqual(await status({ "x-peer": "10.0.0.1", ...forwarded }), [200, undefined])
      assert.deepStrictEqual(await status({ "x-peer": "203.0.113.1", ...forwarded }), refused, "not a proxy")
    }, () => named))

  it("is the one that the host passes, which the lock-out rule looks at as well", () =>
    withHost(async (host) => {
      await restricted(host)
      const path = "/v1/organizations/ip-restrictions"
      const listed = await host.send("inside", "GET", path)
      assert.strictEqual(listed.status, 200)
      assert.strictEqual((await host.send("outside", "GET", path)).status, 403)
      const more = await host.send("inside", "POST", path, { ip_network: "198.51.100.0/24" })
      assert.strictEqual(more.status, 200)
    }, (organization_id) => ({
      caller: ({ headers }) => {
        const client_address = headers.get("x-session") === "inside" ? "192.0.2.7" : "203.0.113.1"
        return { organization_id, role: "admin", client_address }
      }
    })))
})

describe("credentials of the platform", () => {
  const keyOf = ({ organization_id, platform }: Host): Promise<string> =>
    platform.runtime.runPromise(
      Effect.map(
        asSystem(
          OrganizationId.make(organization_id),
          Effect.flatMap(ApiKeys, (keys) => keys.create({ api_key_name: "web" }))
        ),
        ({ api_key }) => Redacted.value(api_key)
      )
    )

  it("are refused behind the host's own authentication", () =>
    withHost(async (host) => {
      const headers = { "x-api-key": await keyOf(host) }
      const refused = await host.send(null, "GET", "/v1/tags", undefined, headers)
      assert.deepStrictEqual([refused.status, refused.body.code], [401, "ERROR_AUTHENTICATION"])
      assert.strictEqual((await host.send(null, "GET", "/docs")).status, 401)
    }))

  it("are accepted with platformCredentials, and a caller of the host precedes them", () =>
    withHost(async (host) => {
      const headers = { "x-api-key": await keyOf(host) }
      assert.strictEqual((await host.send(null, "GET", "/v1/tags", undefined, headers)).status, 200)
      assert.strictEqual((await host.send(null, "GET", "/v1/tags")).status, 401)
      assert.strictEqual((await host.send(null, "GET", "/docs")).status, 200)
      const wrong = { "x-api-key": "wrong" }
      assert.strictEqual((await host.send(null, "GET", "/v1/tags", undefined, wrong)).status, 401)
      assert.strictEqual((await host.send("ada", "GET", "/v1/tags", undefined, wrong)).status, 200)
    }, () => ({ platformCredentials: true })))

  it("need a caller function, and settings are checked together", () => {
    const platform = createPlatform({ storage: memoryDatabase() })
    assert.throws(
      () => toFetch(platform, { prefix: "names/", platformCredentials: true }),
      /prefix: .*\n.*platformCredentials: needs caller/
    )
  })
})

describe("users of a host", () => {
  it("have buckets of their own", () =>
    withHost(async ({ send }) => {
      const ask = async (user: string) => (await send(user, "GET", "/v1/tags")).status
      assert.deepStrictEqual([await ask("ada"), await ask("ada"), await ask("ada")], [200, 200, 429])
      assert.strictEqual(await ask("emmy"), 200)
      const limited = await send("ada", "GET", "/v1/tags")
      assert.strictEqual(limited.body.code, "ERROR_RATE_LIMITED")
      assert.isNotNull(limited.headers.get("retry-after"))
    }, () => ({
      rateLimits: {
        read: { perSecond: 0.01, burst: 2 },
        write: { perSecond: 0.01, burst: 2 },
        names: { perSecond: 1, burst: 10 },
        tokens: { perSecond: 1, burst: 10 }
      }
    })))

  it("repeat their own requests by idempotency keys, and not those of others", () =>
    withHost(async ({ send }) => {
      const zone = { name: "my-shop.example" }
      const create = (user: string, body: object = zone) =>
        send(user, "POST", "/v1/dns", body, { "idempotency-key": "zone-17" })
      const first = await create("ada")
      assert.strictEqual(first.status, 201, JSON.stringify(first.body))
      assert.deepStrictEqual((await create("ada")).body, first.body)
      for (const reused of [await create("emmy"), await create("ada", { name: "other-shop.example" })]) {
        assert.strictEqual(reused.body.code, "ERROR_IDEMPOTENCY_KEY_REUSED", JSON.stringify(reused.body))
      }
      assert.strictEqual((await send("ada", "GET", "/v1/dns")).body.total, 1)
    }))
})

describe("the tool endpoint behind a host", () => {
  const rpc = (send: Host["send"], user: string | null, method: string, params: object) =>
    send(user, "POST", "/mcp", { jsonrpc: "2.0", id: 1, method, params }, {
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2025-06-18"
    })

  const call = async (send: Host["send"], user: string, input: object) => {
    const { body, status } = await rpc(send, user, "tools/call", { name: "call_operation", arguments: input })
    assert.strictEqual(status, 200, JSON.stringify(body))
    return body.result.structuredContent
  }

  const labelled = { operationId: "createTag", body: tag("vip") }

  it("asks for the approval of each write, once, of the same user", () =>
    withHost(async ({ send }) => {
      const asked = await call(send, "ada", labelled)
      assert.strictEqual(asked.status, "confirmation_required", JSON.stringify(asked))
      const { confirmationToken } = asked
      // Neither another user nor another call can use it.
      assert.strictEqual((await call(send, "emmy", { ...labelled, confirmationToken })).status, "confirmation_required")
      const changed = { ...labelled, body: tag("other"), confirmationToken }
      assert.strictEqual((await call(send, "ada", changed)).status, "confirmation_required")
      assert.strictEqual((await send("ada", "GET", "/v1/tags")).body.total, 0)

      assert.strictEqual((await call(send, "ada", { ...labelled, confirmationToken })).httpStatus, 201)
      assert.strictEqual((await send("ada", "GET", "/v1/tags")).body.total, 1)
      const again = await call(send, "ada", { ...labelled, confirmationToken })
      assert.notStrictEqual(again.httpStatus, 201)
    }))

  it("needs a caller, also for its metadata", () =>
    withHost(async ({ send }) => {
      assert.strictEqual((await rpc(send, null, "tools/list", {})).status, 401)
      assert.strictEqual((await send(null, "GET", "/.well-known/oauth-protected-resource/mcp")).status, 401)
      assert.strictEqual((await rpc(send, "ada", "tools/list", {})).status, 200)
    }))

  it("names itself below the prefix in the metadata of its realm", () =>
    withHost(async ({ send }) => {
      for (const path of ["/mcp", "/mcp/readonly"]) {
        const { body, status } = await send(null, "GET", `/.well-known/oauth-protected-resource${path}`)
        assert.strictEqual(status, 200, JSON.stringify(body))
        assert.deepStrictEqual([body.resource, body.resource_documentation], [
          `${baseUrl}${prefix}${path}`,
          `${baseUrl}${prefix}/docs`
        ])
        assert.deepStrictEqual(body.authorization_servers, ["https://sign-in.example"])
      }
      const refused = await rpc(send, null, "tools/list", {})
      assert.strictEqual(refused.status, 401)
      assert.include(
        refused.headers.get("www-authenticate") ?? "",
        `resource_metadata="${baseUrl}${prefix}/.well-known/oauth-protected-resource/mcp"`
      )
    }, () => ({
      platformCredentials: true,
      realm: { issuer: "https://sign-in.example", audiences: { mcp: "mcp", rest: "rest" } },
      clientAddress: () => "192.0.2.1",
      trustedProxies: []
    })))
})
