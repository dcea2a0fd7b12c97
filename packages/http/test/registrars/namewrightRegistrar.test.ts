import { assert, layer } from "@effect/vitest"
import { registrarContract } from "@namewright/conformance/drivers"
import { Worker } from "@namewright/core/embed"
import { type RegistrarDomain, simulatedRegistrar } from "@namewright/core/registrars"
import { Duration, Effect, ManagedRuntime } from "effect"
import { createServer, type Server } from "node:http"
import { afterAll, beforeAll, describe, it } from "vitest"
import { namewrightRegistrar } from "../../src/registrars/namewrightRegistrar.ts"
import { toNodeHandler } from "../../src/toNodeHandler.ts"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

/** The other installation, served on loopback. */
const other = ManagedRuntime.make(TestPlatform.layer)
const run = <A>(work: Effect.Effect<A, never, TestPlatform | Worker>) => other.runPromise(work)

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const listening = (server: Server): Promise<number> =>
  new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(portOf(server))))

let server: Server | undefined
let url = ""

const work = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

/** An organization of the other installation with five domains, one of them locked, and one that it only shows. */
const account = Effect.fnUntraced(function*(label: string) {
  const { key } = yield* TestPlatform
  const call = yield* registrant
  const bodies = yield* Effect.forEach(
    ["a.com", "b.com", "c.net", "d.org", "e.com"],
    (name, index) =>
      call.register(`${label}-${name}`, {
        renewal_mode: index % 2 === 0 ? "renew" : "expire",
        nameservers: [{ hostname: `ns${index}.example.net` }, { hostname: "ns9.example.net" }]
      })
  )
  const [first] = bodies
  const { body: locked } = yield* call("PATCH", `/v1/domains/${first.domain_id}`, {
    status_changes: { add: ["clientTransferProhibited"] }
  })
  yield* call("POST", "/v1/connect/registrars", {
    name: "Shown only",
    registrar: "ENOM",
    credentials: { api_key: "domains-2" }
  })
  yield* work
  const domains = [locked, ...bodies.slice(1)].map((body): RegistrarDomain => ({
    name: body.name,
    registered_on: body.registered_on,
    expires_on: body.expires_on,
    renews: body.renewal_mode === "renew",
    statuses: body.registry_statuses,
    nameservers: body.nameservers.map(({ hostname }: { readonly hostname: string }) => hostname)
  }))
  return {
    domains,
    secrets: { api_key: yield* key(call.organization) },
    denied: { api_key: yield* key(call.organization, ["contacts:read"]) },
    code: { name: String(locked.name), auth_code: String(locked.auth_code) },
    locked: String(locked.name)
  }
})

beforeAll(async () => {
  await other.runPromise(Effect.void)
  server = createServer(toNodeHandler({ runtime: other }, { requestLog: false }))
  url = `http://127.0.0.1:${await listening(server)}`
})

afterAll(async () => {
  await new Promise<void>((resolve) => server === undefined ? resolve() : server.close(() => resolve()))
  await other.dispose()
})

describe("the driver of another Namewright", () => {
  registrarContract("Namewright", async () => ({
    driver: namewrightRegistrar({ url: `${url}/` }),
    unreachable: namewrightRegistrar({ url: "http://127.0.0.1:9" }),
    unknown: { api_key: "nw_unknown_0123456789" },
    ...await run(account("contract"))
  }), { runner: { describe, it, afterAll }, offered: ["denied", "unreachable", "code", "locked"] })

  it("sends its key to no other address", async () => {
    const seen: Array<string> = []
    const elsewhere = createServer((request, response) => {
      seen.push(String(request.headers["x-api-key"]))
      response.end("{}")
    })
    const target = await listening(elsewhere)
    const redirecting = createServer((_, response) => {
      response.writeHead(302, { location: `http://127.0.0.1:${target}/` }).end()
    })
    const driver = namewrightRegistrar({ url: `http://127.0.0.1:${await listening(redirecting)}` })
    let failed = false
    await Promise.resolve(driver.verify({ api_key: "k" }, { signal: new AbortController().signal }))
      .catch(() => failed = true)
    assert.deepStrictEqual([failed, seen], [true, []])
    for (const one of [elsewhere, redirecting]) await new Promise((resolve) => one.close(resolve))
  })
})

layer(TestPlatform.layerWith({}, {
  registrars: {
    NAMEWRIGHT: {
      ...simulatedRegistrar(),
      verify: (secrets, call) => namewrightRegistrar({ url }).verify(secrets, call),
      listDomains: (secrets, part, call) => namewrightRegistrar({ url }).listDomains(secrets, part, call)
    }
  }
}))("an account at another Namewright", (it) => {
  it.effect("is connected with an API key, and its domains are shown", () =>
    Effect.gen(function*() {
      const { domains, secrets } = yield* Effect.promise(() => run(account("connected")))
      const call = yield* caller()
      const connect = (credentials: object) =>
        call("POST", "/v1/connect/registrars", { name: "Other", registrar: "NAMEWRIGHT", credentials })
      const refused = yield* connect({ api_key: "nw_unknown_0123456789" })
      assert.deepStrictEqual([refused.status, refused.body.code], [422, "ERROR_CREDENTIAL_AUTH"])
      const { body, status } = yield* connect(secrets)
      assert.strictEqual(status, 201, JSON.stringify(body))
      yield* work
      const { body: synced } = yield* call("GET", `/v1/connect/registrars/${body.registrar_credential_id}`)
      assert.deepStrictEqual([synced.sync_status, synced.domain_count], ["succeeded", 5])
      const { body: shown } = yield* call("GET", "/v1/domains?registrar=NAMEWRIGHT&sort_by=name&sort_order=asc")
      assert.sameMembers(
        shown.items.map(({ name }: { readonly name: string }) => name),
        domains.map(({ name }) => name)
      )
      for (const item of shown.items) {
        const domain = domains.find(({ name }) => name === item.name)
        assert.deepStrictEqual([item.expires_on, item.registry_statuses], [domain?.expires_on, domain?.statuses])
      }
    }))
})
