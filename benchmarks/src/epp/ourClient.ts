import { RegistrySessionSlots } from "@namewright/core/registry"
import { eppPool, fixedCredentials } from "@namewright/registry-epp"
import { Effect, Redacted } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"

export interface ClientTask {
  readonly port: number
  readonly certificate: string
  readonly commands: number
  /** Outstanding commands. */
  readonly depth: number
}

/** For the commands only, without the session's start. */
export interface ClientResult {
  readonly seconds: number
  readonly cpuMicros: number
}

const { certificate, commands, depth, port } = taskOf<ClientTask>()

const cpuMicros = () => {
  const { system, user } = process.cpuUsage()
  return user + system
}

/** Queries a domain repeatedly over one session, as the driver does, and parses every response into a `DomainData`. */
const measure = Effect.gen(function*() {
  const pool = yield* eppPool({
    name: "benchmark",
    endpoint: { host: "127.0.0.1", port, tls: { ca: certificate, serverName: "localhost" } },
    credentials: fixedCredentials("registrar", Redacted.make("password")),
    wanted: { objects: ["urn:ietf:params:xml:ns:domain-1.0"], extensions: [], language: "en" },
    limits: { sessions: 1, depth }
  })
  const ask = Effect.map(pool.query({ _tag: "DomainInfo", name: "example.test" }), ({ data, results: [{ code }] }) => {
    if (code !== 1000 || data?._tag !== "DomainData") throw new Error(`answered ${code}`)
  })
  const all = (count: number) =>
    Effect.forEach(Array.from({ length: count }), () => ask, { concurrency: depth, discard: true })
  yield* all(Math.ceil(commands / 10))
  const started = performance.now()
  const before = cpuMicros()
  yield* all(commands)
  return { seconds: (performance.now() - started) / 1000, cpuMicros: cpuMicros() - before } satisfies ClientResult
})

serveParent(
  await Effect.runPromise(Effect.scoped(Effect.provide(measure, RegistrySessionSlots.layerLocal)))
)
