import { type Benchmark, type Bound, type Figure, scaled } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { IssuanceResult, IssuanceTask } from "./issuance/process.ts"

const usualCertificates = 20

const within = (must: number, goal: number): Bound => ({ of: "ours", side: "at most", must, goal })

const figuresOf = (database: string, { dns, http }: IssuanceResult): ReadonlyArray<Figure> => [
  { what: `${database}: a host by HTTP-01, median`, unit: "ms", ours: http.median, bound: within(2_000, 500) },
  { what: `${database}: a host by HTTP-01, longest`, unit: "ms", ours: http.longest },
  { what: `${database}: a wildcard by DNS-01, median`, unit: "ms", ours: dns.median, bound: within(3_000, 1_000) },
  { what: `${database}: a wildcard by DNS-01, longest`, unit: "ms", ours: dns.longest }
]

/** Time from a request of a certificate until it is stored. */
export const benchmark: Benchmark = {
  name: "issuance",
  requires: ["pebble"],
  about:
    "`Certificates.ensure` for one new name after another, until the certificate is stored and can be served. The authority is Pebble, without its random pauses. It requests the responses of hosts over HTTP, and asks the embedded nameserver of the same process for addresses and for the records of wildcards. One worker runs. Both databases commit to disk.",
  run: async (setting) => {
    const certificates = scaled(setting, usualCertificates, 3)
    const figures: Array<Figure> = []
    for (
      const [database, storage] of [
        ["PostgreSQL", await setting.databases.postgres()],
        ["SQLite", setting.databases.sqlite("full")]
      ] as const
    ) {
      setting.progress(database)
      const task: IssuanceTask = { storage, certificates }
      figures.push(...figuresOf(database, await runChild<IssuanceResult>("issuance/process.ts", task)))
    }
    return figures
  }
}
