import { existsSync, readFileSync, writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
import { isThere, packagesOf } from "../../test/requires.ts"
import type { Benchmark } from "./harness/Benchmark.ts"
import { openDatabases } from "./harness/Databases.ts"
import { machineOf } from "./harness/machine.ts"
import { type Report, tableOf, verdict, withMeasured } from "./harness/report.ts"

/**
 * The benchmarks in the order of the documentation. Each is a file `<name>.ts` beside this one that exports `benchmark`;
 * it is loaded when it runs.
 */
const names = [
  "list-http",
  "domains-list",
  "statistics",
  "sync",
  "registrations",
  "archive",
  "availability",
  "jobs",
  "batch",
  "report",
  "invoices",
  "start",
  "dns-signing",
  "dns-queries",
  "dns-propagation",
  "dns-api",
  "dns-zones",
  "dns-requests",
  "epp",
  "tls",
  "issuance",
  "brands",
  "mcp",
  "permissions",
  "micro"
]

const page = fileURLToPath(new URL("../../docs/performance.md", import.meta.url))

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    /** Fraction of the default amount of work; such figures are printed, but not written to the page. */
    scale: { type: "string", default: "1" }
  }
})
const scale = Number(values.scale)
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0 || !(scale > 0)) {
  console.error(`npm run bench -- [--scale NUMBER] [NAME...]\nThe names are ${names.join(", ")}.`)
  process.exit(2)
}

const load = async (name: string): Promise<Benchmark | undefined> => {
  const file = new URL(`./${name}.ts`, import.meta.url)
  if (!existsSync(file)) return undefined
  const { benchmark } = await import(file.href) as { readonly benchmark: Benchmark }
  return benchmark
}

const started = performance.now()
const progress = (text: string) => {
  console.error(`${((performance.now() - started) / 1000).toFixed(0).padStart(4)} s  ${text}`)
}

const databases = await openDatabases()
const reports: Array<Report> = []
try {
  for (const name of positionals.length === 0 ? names : positionals) {
    const benchmark = await load(name)
    if (benchmark === undefined) continue
    const missing = (benchmark.requires ?? []).filter((requirement) => !isThere(requirement))
    if (missing.length > 0) {
      progress(`${name}: skipped without ${missing.join(", ")}; install ${packagesOf(missing).join(" ")}`)
      continue
    }
    progress(name)
    const figures = await benchmark.run({ databases, scale, progress: (text) => progress(`${name}: ${text}`) })
    const report = { benchmark, figures }
    reports.push(report)
    console.log(`\n${tableOf(figures)}\n`)
    if (scale === 1) {
      const machine = machineOf(await databases.postgresVersion())
      const date = new Date().toISOString().slice(0, 10)
      writeFileSync(page, withMeasured(readFileSync(page, "utf8"), report, machine, date))
    }
  }
} finally {
  await databases.close()
}

const missed = reports.flatMap(({ figures }) => figures.filter((figure) => verdict(figure) === "missed"))
if (missed.length > 0) {
  console.error(`Missed: ${missed.map(({ what }) => what).join("; ")}`)
  process.exitCode = 1
}
