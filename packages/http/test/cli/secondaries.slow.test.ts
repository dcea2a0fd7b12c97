import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { readFileSync } from "node:fs"
import {
  nameserverProcess,
  runTool,
  temporaryFolder,
  unusedPort,
  writeIn
} from "../../../../test/nameservers/NameserverProcess.ts"
import { requires } from "../../../../test/requires.ts"
import { servedProcess } from "./ServedProcess.ts"

const page = readFileSync(new URL("../../../../docs/dns-secondaries.md", import.meta.url), "utf8")

/** The configuration that the page shows for a server. */
const shown = (server: string): string => {
  const section = page.split(/^### /m).find((text) => text.startsWith(`${server}\n`)) ?? ""
  return /^```\w*\n([\s\S]*?)^```$/m.exec(section)?.[1] ?? ""
}

const secret = Buffer.alloc(32, 4).toString("base64")
const host = "127.0.0.1"

/** What is waited for comes within half a minute. */
const soon = { times: 150, schedule: Schedule.spaced("200 millis") }

const call = (url: string, key: string, body?: object) =>
  Effect.promise(async () => {
    const response = await fetch(url, {
      headers: { "x-api-key": key, "content-type": "application/json" },
      ...body === undefined ? {} : { method: "POST", body: JSON.stringify(body) }
    })
    return { status: response.status, text: await response.text() }
  })

describe("the page on secondaries", () => {
  it.live("shows a configuration that BIND takes", () =>
    Effect.gen(function*() {
      const file = writeIn(yield* temporaryFolder("bind"), "named.conf", [shown("BIND").replaceAll("SECRET", secret)])
      const { isWell, output } = runTool("named-checkconf", [file])
      assert.isTrue(isWell && shown("BIND") !== "", output)
    }).pipe(Effect.scoped), requires("named-checkconf"))

  it.live("shows a configuration that NSD takes", () =>
    Effect.gen(function*() {
      const folder = yield* temporaryFolder("nsd")
      // The page leaves out what every installation has.
      const server = [
        "server:",
        `  zonesdir: "${folder}"`,
        "  username: \"\"",
        shown("NSD").replaceAll("SECRET", secret)
      ]
      const { isWell, output } = runTool("nsd-checkconf", [writeIn(folder, "nsd.conf", server)])
      assert.isTrue(isWell && shown("NSD") !== "", output)
    }).pipe(Effect.scoped), requires("nsd-checkconf"))

  it.live(
    "leads to a Knot that answers for a zone that was made over HTTP",
    () =>
      Effect.gen(function*() {
        const folder = yield* temporaryFolder("knot")
        const [primary, port] = [yield* unusedPort(host), yield* unusedPort(host)]
        const database = ["--database", "sqlite::memory:"]
        const keys = ["--primary-keys", `transfer-key:hmac-sha256:${secret}`]
        const args = [...database, ...keys, "--primary-port", String(primary), "--secondaries", `knot=${host}:${port}`]
        const { printed, url } = yield* servedProcess(args)
        assert.include(printed(), `Primary      ${host} port ${primary}`)
        const lines = shown("Knot DNS").replaceAll("SECRET", secret).replaceAll("@5400", `@${primary}`)
          .replaceAll("@5301", `@${port}`).replaceAll(/\/var\/\w+\/knot/g, folder)
        const command = ["-c", writeIn(folder, "knot.conf", [lines])]
        yield* nameserverProcess({ command: "knotd", args: command, folder, host, port })

        const key = /^API key: (\S+)$/m.exec(printed())?.[1] ?? ""
        const rrsets = [{ name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
        const created = yield* call(`${url}/v1/dns`, key, { name: "shown.example", rrsets })
        assert.strictEqual(created.status, 201, created.text)
        // The server in the process is the other one.
        const served = call(`${url}/v1/dns/shown.example/publication`, key).pipe(
          Effect.filterOrFail(({ text }) => text.match(/"serial_served":\s*\d+/g)?.length === 2)
        )
        const publication = yield* Effect.retry(served, soon)
        assert.include(publication.text, "\"knot\"")
        const answer = runTool("dig", [`@${host}`, "-p", String(port), "+short", "www.shown.example", "A"])
        assert.strictEqual(answer.output.trim(), "192.0.2.1")
      }).pipe(Effect.scoped),
    { ...requires("knotd", "dig"), timeout: 120_000 }
  )
})
