import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { type RegistrarDomain, type SimulatedAccount, simulatedRegistrar } from "@namewright/core/registrars"
import { Array as Arr, Duration, Effect } from "effect"
import { TestClock } from "effect/testing"
import { inflateSync } from "node:zlib"
import { unzip } from "../../../../test/unzip.ts"
import { makeReports } from "../reports/madeReports.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { caller } from "../tags/caller.ts"

const account = (...domains: ReadonlyArray<RegistrarDomain>): SimulatedAccount => ({
  domains: new Map(domains.map((domain) => [domain.name, domain]))
})

const domain = (name: string, year: number, renews: boolean): RegistrarDomain => ({
  name,
  registered_on: `${year - 10}-02-03T22:30:00Z`,
  expires_on: `${year}-02-03T22:30:00Z`,
  renews
})

const first = account(domain("reported-b.com", 2031, true), domain("reported-a.de", 2032, false))

const accounts = new Map([["first", first], ["second", account(domain("of-another-account.com", 2033, true))]])

/** The texts that a PDF draws, in their order. Its strings are hexadecimal, interrupted where letters move together. */
const textsOf = (pdf: Buffer): ReadonlyArray<string> =>
  Array.from(
    pdf.toString("latin1").matchAll(/stream\r?\n([^]*?)\r?\nendstream/g),
    ([, content = ""]) => inflateSync(Buffer.from(content, "latin1")).toString("latin1")
  ).flatMap((drawing) =>
    Array.from(
      drawing.matchAll(/\[(.*)\] TJ/g),
      ([, strings = ""]) =>
        Array.from(strings.matchAll(/<([0-9a-f]*)>/g), ([, hex = ""]) => Buffer.from(hex, "hex").toString("latin1"))
          .join("")
    )
  )

const work = Effect.flatMap(Worker, (worker) => worker.tick(Duration.minutes(1)))

const columns = ["Domain", "Registrar", "Registered", "Expires", "At the end"]

/** A customer with both accounts, and the report of the first. */
const reporting = Effect.gen(function*() {
  const { fetch, key } = yield* TestPlatform
  const call = yield* caller()
  const mine = yield* key(call.organization)
  const connect = Effect.fnUntraced(function*(api_key: string) {
    const body = { name: api_key, registrar: "OPENSRS", credentials: { api_key } }
    const made = yield* call("POST", "/v1/connect/registrars", body)
    assert.strictEqual(made.status, 201, JSON.stringify(made.body))
    return String(made.body.registrar_credential_id)
  })
  const registrar_credential_id = yield* connect("first")
  yield* connect("second")
  const report = Effect.gen(function*() {
    const wanted = { report_type: "registrar_portfolio_pdf", registrar_credential_id }
    const { body: { report_id } } = yield* call("POST", "/v1/reports", wanted)
    yield* makeReports
    const { body: made } = yield* call("GET", `/v1/reports/${report_id}`)
    const { bytes } = yield* fetch("GET", `/v1/reports/${report_id}/download`, undefined, { key: mine })
    const [[name, pdf] = ["", Buffer.alloc(0)]] = yield* Effect.promise(() => unzip(bytes))
    assert.deepStrictEqual([made.status, name], ["completed", `registrar_portfolio_pdf-${report_id}.pdf`])
    const texts = textsOf(pdf)
    const begin = texts.indexOf("Domain")
    assert.deepStrictEqual(texts.slice(begin, begin + columns.length), columns)
    return { count: made.record_count, rows: Arr.chunksOf(texts.slice(begin + columns.length), columns.length) }
  })
  return { call, registrar_credential_id, report }
})

layer(TestPlatform.layerWith({}, { registrars: { OPENSRS: simulatedRegistrar(accounts) } }))(
  "the report of an account at an external registrar",
  (it) => {
    it.effect("has the domains that the last synchronisation found, and none of another account", () =>
      Effect.gen(function*() {
        const { call, registrar_credential_id, report } = yield* reporting
        yield* work
        assert.deepStrictEqual(yield* report, {
          count: 2,
          rows: [
            ["reported-a.de", "OPENSRS", "2022-02-03", "2032-02-03", "expire"],
            ["reported-b.com", "OPENSRS", "2021-02-03", "2031-02-03", "renew"]
          ]
        })
        first.domains.set("reported-b.com", domain("reported-b.com", 2036, false))
        first.domains.set("reported-c.org", domain("reported-c.org", 2034, true))
        // A report of a type can be asked for once in an hour.
        yield* TestClock.adjust("2 hours")
        assert.strictEqual((yield* call("POST", `/v1/connect/registrars/${registrar_credential_id}/sync`)).status, 202)
        yield* work
        assert.deepStrictEqual(yield* report, {
          count: 3,
          rows: [
            ["reported-a.de", "OPENSRS", "2022-02-03", "2032-02-03", "expire"],
            ["reported-b.com", "OPENSRS", "2026-02-03", "2036-02-03", "expire"],
            ["reported-c.org", "OPENSRS", "2024-02-03", "2034-02-03", "renew"]
          ]
        })
      }))
  }
)
