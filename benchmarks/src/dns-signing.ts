import { spawnSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { isThere } from "../../test/requires.ts"
import type { SigningResult, SigningTask } from "./dns-signing/process.ts"
import { rrsetsOf } from "./dns-signing/signedZone.ts"
import { type Benchmark, type Figure, scaled } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import { interleaved, median } from "./harness/rounds.ts"

const rounds = 5

/** Signs the same zone with BIND's tool and a key of the same algorithm, on all processors. */
class DnssecSignzone {
  readonly #folder = mkdtempSync(join(tmpdir(), "namewright-signing-"))
  readonly #key: string

  constructor(names: number) {
    this.#run("dnssec-keygen", ["-q", "-a", "ECDSAP256SHA256", "-f", "KSK", "example.test"])
    this.#key = readdirSync(this.#folder).find((file) => file.endsWith(".key")) ?? ""
    const lines = rrsetsOf(names).flatMap(({ name, records, ttl, type }) =>
      records.map((text) => `${name} ${ttl} IN ${type} ${text}`)
    )
    const key = readFileSync(join(this.#folder, this.#key), "utf8")
    writeFileSync(join(this.#folder, "zone"), `${lines.join("\n")}\n${key}`)
  }

  /** Milliseconds, reading and writing files of the zone included. */
  sign(denial: SigningTask["denial"]): number {
    const hashing = denial === "nsec3" ? ["-3", "-", "-H", "0"] : []
    const started = performance.now()
    this.#run("dnssec-signzone", ["-z", "-P", ...hashing, "-o", "example.test", "-f", "signed", "zone", this.#key])
    return performance.now() - started
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true })
  }

  #run(command: string, args: ReadonlyArray<string>): void {
    const { error, status, stderr } = spawnSync(command, args, { cwd: this.#folder, encoding: "utf8" })
    if (error !== undefined || status !== 0) throw error ?? new Error(stderr)
  }
}

/** Cost of signing a zone in the process that serves it. */
export const benchmark: Benchmark = {
  name: "dns-signing",
  about:
    "A zone of 10,000 RRsets at 10,000 names, signed with one key of algorithm 13, as a hidden primary does before a transfer: every signature and every proof, created on Node's thread pool without blocking the event loop. Then again after one RRset was added. The peer is `dnssec-signzone` of BIND on all processors, without its verification; its figure includes reading and writing the zone as files.",
  run: async (setting) => {
    const names = scaled(setting, 10_000, 500)
    const figures: Array<Figure> = []
    const peer = isThere("dnssec-signzone") && isThere("dnssec-keygen") ? new DnssecSignzone(names) : undefined
    for (const denial of ["nsec", "nsec3"] as const) {
      setting.progress(denial)
      const results: Array<SigningResult> = []
      const ours = async () => {
        const result = await runChild<SigningResult>("dns-signing/process.ts", { names, denial } satisfies SigningTask)
        results.push(result)
        return { whole: result.whole }
      }
      const compared = peer && (await interleaved(rounds, ours, async () => ({ whole: peer.sign(denial) })))("whole")
      if (peer === undefined) { for (let round = 0; round < rounds; round++) await ours() }
      const of = (name: keyof SigningResult) => median(results.map((result) => result[name]))
      const title = denial.toUpperCase()
      figures.push(
        { what: `${title}: CPU of one signature`, unit: "µs", ours: of("signatureMicros") },
        { what: `${title}: chain, until the first proof`, unit: "ms", ours: of("chain") },
        {
          what: `${title}: complete signing of the zone`,
          unit: "ms",
          ours: compared?.ours ?? of("whole"),
          peer: compared && { name: "dnssec-signzone", value: compared.peer },
          ratio: compared?.ratio
        },
        { what: `${title}: longest event-loop delay`, unit: "ms", ours: of("pause") },
        { what: `${title}: complete signing after a change`, unit: "ms", ours: of("afterChange") }
      )
    }
    peer?.remove()
    return figures
  }
}
