import { selfSignedCertificate } from "@namewright/registry-epp/server"
import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import type { ClientResult, ClientTask } from "./epp/ourClient.ts"
import type { ResponderTask } from "./epp/responder.ts"
import { type Benchmark, type Figure, scaled } from "./harness/Benchmark.ts"
import { runChild, startChild } from "./harness/ChildProcess.ts"
import { interleaved } from "./harness/rounds.ts"

const rounds = 5
const script = fileURLToPath(new URL("epp/netEpp.pl", import.meta.url))

/** Commands per second, and CPU time of the client per command in microseconds. */
type Measured = { readonly perSecond: number; readonly cpu: number }

const netEpp = (port: number, commands: number) =>
  new Promise<Measured>((resolve, reject) => {
    const child = spawn("perl", [script, "127.0.0.1", String(port), "registrar", "password", String(commands)])
    let said = ""
    let problem = ""
    child.stdout.setEncoding("utf8").on("data", (text: string) => (said += text))
    child.stderr.setEncoding("utf8").on("data", (text: string) => (problem += text))
    child.on("error", reject).on("exit", (code) => {
      const [seconds = Number.NaN, cpuSeconds = Number.NaN] = said.trim().split(" ").map(Number)
      if (code !== 0) return reject(new Error(`Net::EPP ended with ${code}: ${problem}`))
      resolve({ perSecond: commands / seconds, cpu: cpuSeconds * 1e6 / commands })
    })
  })

/** Throughput of EPP commands and parsed responses, against Net::EPP. */
export const benchmark: Benchmark = {
  name: "epp",
  requires: ["Net::EPP for Perl"],
  about:
    "`domain:info` over one TLS session with a server that sends the same response at once, so that the client is measured: our pool, which parses every response into its fields, with one and with eight outstanding commands, and Net::EPP of Debian (libxml2), which supports one. The response has 1.9 kB. Client and server are separate processes.",
  run: async (setting) => {
    const { certificate, key } = selfSignedCertificate({
      names: ["localhost"],
      addresses: ["127.0.0.1"],
      notBefore: new Date(),
      notAfter: new Date(Date.now() + 86_400_000)
    })
    const commands = scaled(setting, 20_000, 1000)
    const responder = await startChild<number>("epp/responder.ts", { certificate, key } satisfies ResponderTask)
    const ours = (depth: number) => async (): Promise<Measured> => {
      const task: ClientTask = { port: responder.ready, certificate, commands, depth }
      const { cpuMicros, seconds } = await runChild<ClientResult>("epp/ourClient.ts", task)
      return { perSecond: commands / seconds, cpu: cpuMicros / commands }
    }
    const peer = () => netEpp(responder.ready, commands)
    const figures: Array<Figure> = []
    for (const [depth, must] of [[1, 1.2], [8, 2.5]] as const) {
      const of = await interleaved<"perSecond" | "cpu">(rounds, ours(depth), peer)
      const [rate, cpu] = [of("perSecond"), of("cpu")]
      const how = depth === 1 ? "one at a time" : `${depth} outstanding`
      figures.push(
        {
          what: `Commands per second, one session, ${how}`,
          unit: "/s",
          ours: rate.ours,
          peer: { name: "Net::EPP", value: rate.peer },
          ratio: rate.ratio,
          bound: { of: "ratio", side: "at least", must }
        },
        {
          what: `CPU of the client per command, ${how}`,
          unit: "µs",
          ours: cpu.ours,
          peer: { name: "Net::EPP", value: cpu.peer },
          bound: { of: "ours", side: "at most", must: 250 }
        }
      )
    }
    await responder.stop()
    return figures
  }
}
