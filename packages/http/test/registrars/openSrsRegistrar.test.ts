import { assert, layer } from "@effect/vitest"
import { registrarContract } from "@namewright/conformance/drivers"
import { Worker } from "@namewright/core/embed"
import { type RegistrarDomain, RegistrarProblem } from "@namewright/core/registrars"
import { Duration, Effect } from "effect"
import { createServer } from "node:http"
import { afterAll, beforeAll, describe, it } from "vitest"
import { openSrsRegistrar } from "../../src/registrars/openSrsRegistrar.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"
import { type OpenSrsAccount, openSrsServer, type OtherAnswer, pageOf, portOf, reply } from "./openSrsServer.ts"

const nextYear = new Date().getUTCFullYear() + 1

const account = (names: ReadonlyArray<string>, members: Partial<OpenSrsAccount> = {}): OpenSrsAccount => ({
  key: "key&<0123456789",
  domains: names.map((name, index) => ({
    name,
    expiredate: index === 0 ? `${nextYear}-03-01` : `${nextYear}-03-0${index + 1} 23:59:5${index}`,
    f_auto_renew: index % 2 === 0 ? "Y" : "N",
    auth_info: `code-&-${index}`,
    lock_state: "1"
  })),
  ...members
})

const names = ["a.com", "b.net", "c.org", "d.com", "xn--bcher-kva.de"]

const accounts = new Map([
  ["reseller", account(names)],
  ["elsewhere", account(names, { refusal: [400, "Access denied: invalid IP address."] })],
  ["branch-7", account(names, { refusal: [435, "Permission denied, subuser permissions"] })],
  ["empty", account([])]
])

const secretsOf = (username: string) => ({ username, api_key: "key&<0123456789" })
const secrets = secretsOf("reseller")

const domains: ReadonlyArray<RegistrarDomain> = names.map((name, index) => ({
  name,
  expires_on: index === 0 ? `${nextYear}-03-01T00:00:00Z` : `${nextYear}-03-0${index + 1}T23:59:5${index}Z`,
  renews: index % 2 === 0
}))

let server: Awaited<ReturnType<typeof openSrsServer>>

beforeAll(async () => {
  server = await openSrsServer(accounts)
})

afterAll(() => server.close())

const call = { signal: new AbortController().signal }
const driver = () => openSrsRegistrar({ url: server.url })

/** Reason of the problem that work throws; `error` for an error without one. */
const reasonOf = async (work: () => unknown): Promise<readonly [string, string]> => {
  try {
    await work()
  } catch (error) {
    if (error instanceof RegistrarProblem) return [error.reason, error.detail ?? ""]
    return ["error", error instanceof Error ? error.message : String(error)]
  }
  return ["none", ""]
}

const listing = (cursor: string | null = null, limit = 2) => driver().listDomains(secrets, { cursor, limit }, call)

/** Outcome of a listing that the server answers in another way. */
const listedAs = async (answer: OtherAnswer) => {
  server.others.push(answer)
  return reasonOf(() => listing())
}

describe("the driver of OpenSRS", () => {
  registrarContract("OpenSRS", () => ({
    driver: driver(),
    secrets,
    domains,
    unknown: { ...secrets, api_key: "another-key-0123456789" },
    denied: secretsOf("branch-7"),
    unreachable: openSrsRegistrar({ url: "http://127.0.0.1:9" }),
    code: { name: "b.net", auth_code: "code-&-1" }
  }), { runner: { describe, it, afterAll }, offered: ["denied", "unreachable", "code"] })

  it("lists with a signed command, and asks for the page after the one that was answered", async () => {
    server.seen.length = 0
    const first = await listing()
    const second = await listing(first.next)
    const last = await listing(second.next)
    assert.deepStrictEqual(
      [first, second, last].map((part) => [part.domains.length, part.next]),
      [[2, "2/2"], [2, "3/4"], [1, null]]
    )
    const year = nextYear - 1
    const today = new Date().toISOString().slice(4, 10)
    const range = { exp_from: `${year - 1}${today}`, exp_to: `${year + 11}${today}`, limit: "2" }
    assert.deepStrictEqual(
      server.seen,
      [range, { ...range, page: "2" }, { ...range, page: "3" }].map((attributes) => ({
        action: "GET_DOMAINS_BY_EXPIREDATE",
        attributes
      }))
    )
  })

  it("takes another page than the requested one for an error, which would repeat without an end", async () => {
    const { next } = await listing()
    server.others.push({ body: pageOf([], { page: "1" }) })
    assert.deepStrictEqual(await reasonOf(() => listing(next)), ["error", "OpenSRS returned page 1 instead of 2"])
  })

  it("lists no domains of an account without domains", async () => {
    const part = await driver().listDomains(secretsOf("empty"), { cursor: null, limit: 10 }, call)
    assert.deepStrictEqual(part, { domains: [], next: null })
  })

  it.each([
    [401, "auth"],
    [410, "auth"],
    [400, "unavailable"],
    [300, "unavailable"],
    [310, "unavailable"],
    [350, "unavailable"],
    [404, "unavailable"],
    [405, "unavailable"],
    [436, "unavailable"],
    [437, "unavailable"],
    [486, "unavailable"],
    [705, "unavailable"],
    [435, "access"],
    [415, "refused"],
    [430, "refused"],
    [460, "refused"],
    [465, "refused"],
    [480, "refused"]
  ])("reads the code %s as `%s`, with the text", async (code, reason) => {
    assert.deepStrictEqual(await listedAs({ body: reply(code, `Text of ${code}`) }), [reason, `Text of ${code}`])
  })

  it("reads an address that the account does not accept as `access`", async () => {
    assert.deepStrictEqual(await reasonOf(() => driver().verify(secretsOf("elsewhere"), call)), [
      "access",
      "Access denied: invalid IP address."
    ])
  })

  it("shortens long texts", async () => {
    const [, detail] = await listedAs({ body: reply(460, "x".repeat(5000)) })
    assert.strictEqual(detail.length, 500)
  })

  it.each([[401, "auth"], [403, "access"], [404, "unavailable"], [429, "unavailable"], [500, "unavailable"], [
    503,
    "unavailable"
  ]])("reads the HTTP status %s as `%s`", async (status, reason) => {
    assert.deepStrictEqual(await listedAs({ status, body: "<html></html>" }), [reason, `Status ${status}`])
  })

  const complete = { name: "a.com", expiredate: `${nextYear}-01-01`, f_auto_renew: "Y" } as const
  const page = pageOf([complete, { ...complete, name: "b.com" }], {})
  it.each([
    ["no XML", "Service is restarting"],
    ["half a document", page.slice(0, -100)],
    ["another document", "<html><body><data_block/></body></html>"],
    ["an envelope without data", "<OPS_envelope><body/></OPS_envelope>"],
    ["deep elements", "<a>".repeat(100) + "</a>".repeat(100)],
    ["an entity of its own", page.replace("a.com", "&name;")],
    ["no code", page.replace(">1</item>\n   </dt_assoc>", ">0</item>\n</dt_assoc>").replace(">200<", "><")],
    ["no attributes", reply(200, "Command successful")],
    ["no list", page.replace("exp_domains", "domains")],
    ["a list that is a text", page.replace(/<dt_array>[^]*<\/dt_array>/, "none")],
    ["no total", page.replace("\"total\"", "\"sum\"")],
    ["no remainder", page.replace("\"remainder\"", "\"rest\"")],
    ["fewer domains than there are", page.replace("total\">2", "total\">3")],
    ["an empty page before the last", pageOf([], {}).replace("remainder\">0", "remainder\">1")],
    ["an empty page", page.replace("page\">1", "page\">")],
    ["more domains than there are", page.replace("remainder\">0", "remainder\">1")],
    ["no page before the last", page.replace("remainder\">0", "remainder\">1").replace("\"page\"", "\"leaf\"")]
  ])("takes %s for an error, and for no list", async (_, body) => {
    const [reason] = await listedAs({ body })
    assert.strictEqual(reason, "error")
  })

  const tooLong = ["error", "The registrar returned an answer that is too long"] as const

  it("takes a document that is too long for an error", async () => {
    assert.deepStrictEqual(await listedAs({ body: page + " ".repeat(16 * 1024 * 1024) }), tooLong)
  })

  it("reads at most 16 MiB of an answer without an end, and closes the connection", async () => {
    const endless = createServer((_, response) => {
      const write = () => {
        while (!response.destroyed && response.write(" ".repeat(65_536)));
      }
      response.on("drain", write)
      write()
    })
    await new Promise<void>((resolve) => endless.listen(0, "127.0.0.1", resolve))
    const slow = openSrsRegistrar({ url: `http://127.0.0.1:${portOf(endless)}` })
    assert.deepStrictEqual(await reasonOf(() => slow.verify(secrets, call)), tooLong)
    // Resolves once every connection has ended.
    await new Promise((resolve) => endless.close(resolve))
  })

  it.each([
    ["internal", "<!ENTITY name \"a.com\">"],
    ["external", "<!ENTITY name SYSTEM \"file:///etc/hostname\">"],
    ["nested", "<!ENTITY a \"aaaaaaaaaa\"><!ENTITY name \"&a;&a;&a;&a;&a;&a;&a;&a;\">"]
  ])("refuses an %s entity that the document declares", async (_, declaration) => {
    const body = page.replace("SYSTEM \"ops.dtd\">", `SYSTEM "ops.dtd" [${declaration}]>`)
    const { domains: read } = await (server.others.push({ body }), listing())
    assert.deepStrictEqual(read.map(({ name }) => name), ["a.com", "b.com"])
    const outcome = await listedAs({ body: body.replace(">a.com<", ">&name;<") })
    assert.deepStrictEqual(outcome, ["error", "OpenSRS returned malformed XML"])
  })

  it("quotes no auth code that it cannot read", async () => {
    const reading = (code: string) => {
      server.others.push({ body: reply(200, "Query Successful", `<item key="domain_auth_info">${code}</item>`) })
      return reasonOf(() => driver().authCode?.(secrets, "a.com", call))
    }
    for (const code of ["x&secret;y", "<secret>", "x</secret>"]) {
      const [reason, message] = await reading(code)
      assert.strictEqual(reason, "error")
      assert.notInclude(message, "secret")
    }
  })

  it("leaves out what it cannot read of a domain", async () => {
    const odd = { name: "odd.com", expiredate: "soon", f_auto_renew: "N" } as const
    server.others.push({ body: pageOf([odd], {}).replace("</dt_array>", "<item key=\"9\">text</item></dt_array>") })
    const { domains: listed } = await listing()
    assert.deepStrictEqual(listed, [{ name: "odd.com", expires_on: null, renews: false }, { name: "" }])
  })

  it("removes the lock of one domain, and refuses a domain of others", async () => {
    const lock = (name: string) => accounts.get("reseller")?.domains.find((domain) => domain.name === name)?.lock_state
    await driver().unlock?.(secrets, "c.org", call)
    assert.deepStrictEqual([lock("c.org"), lock("d.com")], ["0", "1"])
    for (const name of ["of-nobody.com", "a.com\"><item key=\"x\">"]) {
      const [reason] = await reasonOf(() => driver().unlock?.(secrets, name, call))
      assert.strictEqual(reason, "refused")
    }
    assert.strictEqual(server.seen.at(-1)?.attributes["domain"], "a.com\"><item key=\"x\">")
  })

  it.each([
    [reply(435, "Permission Denied: not owner"), "refused"],
    [reply(400, "Access denied: invalid IP address."), "access"],
    [reply(410, "Authentication error"), "auth"],
    [reply(405, "Registry error"), "unavailable"]
  ])("tells a refused domain from a denied account in a command about one domain", async (body, expected) => {
    for (const method of ["authCode", "unlock"] as const) {
      server.others.push({ body })
      const [reason] = await reasonOf(() => driver()[method]?.(secrets, "a.com", call))
      assert.strictEqual(reason, expected)
    }
  })

  it("refuses to answer an auth code that is empty", async () => {
    server.others.push({ body: reply(200, "Query Successful", "<item key=\"domain_auth_info\"></item>") })
    const [reason] = await reasonOf(() => driver().authCode?.(secrets, "a.com", call))
    assert.strictEqual(reason, "refused")
  })

  it("sends no user name that no header can carry", async () => {
    const before = server.seen.length
    for (const username of ["", "two words", "line\nbreak", "ü"]) {
      const [reason] = await reasonOf(() => driver().verify({ ...secrets, username }, call))
      assert.strictEqual(reason, "auth")
    }
    assert.strictEqual(server.seen.length, before)
  })

  it("follows no redirect, and ends when the call is aborted", async () => {
    const seen: Array<unknown> = []
    const elsewhere = createServer((request, response) => {
      seen.push(request.headers["x-username"])
      response.end(page)
    })
    await new Promise<void>((resolve) => elsewhere.listen(0, "127.0.0.1", resolve))
    const location = `http://127.0.0.1:${portOf(elsewhere)}`
    const [reason] = await listedAs({ status: 307, headers: { location } })
    assert.deepStrictEqual([reason, seen], ["error", []])
    await new Promise((resolve) => elsewhere.close(resolve))
    const ended = AbortSignal.abort(new Error("time limit"))
    assert.deepStrictEqual(await reasonOf(() => driver().verify(secrets, { signal: ended })), ["error", "time limit"])
  })
})

const work = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

layer(TestPlatform.layerWith({}, {
  registrars: {
    OPENSRS: {
      ...openSrsRegistrar(),
      verify: (given, context) => driver().verify(given, context),
      listDomains: (given, part, context) => driver().listDomains(given, part, context)
    }
  }
}))("an account at OpenSRS", (it) => {
  it.effect("is connected with its user name and key, and its domains are shown", () =>
    Effect.gen(function*() {
      const call = yield* caller()
      const connect = (credentials: object) =>
        call("POST", "/v1/connect/registrars", { name: "Reseller", registrar: "OPENSRS", credentials })
      const refused = yield* connect({ ...secrets, api_key: "another-key-0123456789" })
      assert.deepStrictEqual([refused.status, refused.body.code], [422, "ERROR_CREDENTIAL_AUTH"])
      const denied = yield* connect(secretsOf("elsewhere"))
      assert.deepStrictEqual([denied.status, denied.body.code], [422, "ERROR_CREDENTIAL_ACCESS"])
      assert.strictEqual((yield* connect({ api_key: "key" })).status, 422)
      const { body, status } = yield* connect(secrets)
      assert.strictEqual(status, 201, JSON.stringify(body))
      yield* work
      const { body: synced } = yield* call("GET", `/v1/connect/registrars/${body.registrar_credential_id}`)
      assert.deepStrictEqual([synced.sync_status, synced.domain_count], ["succeeded", 5])
      const { body: shown } = yield* call("GET", "/v1/domains?registrar=OPENSRS&sort_by=name&sort_order=asc")
      assert.deepStrictEqual(
        shown.items.map(({ expires_on, name, read_only, renewal_mode }: Record<string, unknown>) => [
          name,
          expires_on,
          renewal_mode,
          read_only
        ]),
        domains.map(({ expires_on, name, renews }) => [name, expires_on, renews === true ? "renew" : "expire", true])
      )
    }))
})
