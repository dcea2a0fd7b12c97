import { assert, describe, it } from "@effect/vitest"
import { execFile } from "node:child_process"
import { fileURLToPath } from "node:url"
import { inject } from "vitest"

const main = fileURLToPath(new URL("../benchmarks/src/main.ts", import.meta.url))

/** What a benchmark prints; one that misses a bound with so little work ends with an error, which says nothing here. */
const bench = (args: ReadonlyArray<string>, variables: Record<string, string> = {}) =>
  new Promise<string>((resolve) => {
    const env = { ...process.env, NAMEWRIGHT_PG_URL: inject("postgresUrl"), ...variables }
    execFile(
      process.execPath,
      ["--conditions=namewright-source", main, "--scale", "0.01", ...args],
      { env },
      (_, stdout, stderr) => resolve(`${stdout}${stderr}`)
    )
  })

describe("benchmarks", () => {
  it("compare a list with a handler that answers the same", async () => {
    assert.include(await bench(["list-http"]), "| List of 50 with total, with statistics: server CPU per request")
  }, 360_000)

  it("are skipped without the programs that they need, and name the packages", async () => {
    const names = ["dns-queries", "dns-propagation", "dns-api", "epp"]
    const printed = await bench(names, { NAMEWRIGHT_OPTIONAL_PROGRAMS: "hidden" })
    assert.deepStrictEqual(printed.trim().split("\n").map((line) => line.replace(/^ *\d+ s {2}/, "")), [
      "dns-queries: skipped without dnsperf, knotd; install dnsperf knot",
      "dns-propagation: skipped without knotd; install knot",
      "dns-api: skipped without pdns_server, sqlite3, PowerDNS schema for SQLite, PowerDNS schema for PostgreSQL; "
      + "install pdns-backend-pgsql pdns-backend-sqlite3 pdns-server sqlite3",
      "epp: skipped without Net::EPP for Perl; install libnet-epp-perl"
    ])
  }, 360_000)
})
