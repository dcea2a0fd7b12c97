import { Effect, type Scope } from "effect"
import { type NameserverProcess, nameserverProcess, runTool, temporaryFolder, writeIn } from "./NameserverProcess.ts"
import type { Address, Primary } from "./Primary.ts"

/** Programs that `nsd` runs. */
export const nsdPrograms = ["nsd", "nsd-control"] as const

const configuration = (
  { host: primary, key, port: primaryPort }: Primary,
  host: string,
  port: number,
  folder: string
) => [
  "server:",
  `  ip-address: ${host}@${port}`,
  "  username: \"\"",
  "  server-count: 1",
  "  database: \"\"",
  "  rrl-ratelimit: 0",
  "  verbosity: 2",
  `  zonesdir: "${folder}"`,
  `  pidfile: "${folder}/nsd.pid"`,
  `  zonelistfile: "${folder}/zone.list"`,
  `  xfrdfile: "${folder}/xfrd.state"`,
  `  xfrdir: "${folder}"`,
  "  xfrd-reload-timeout: 0",
  "remote-control:",
  "  control-enable: yes",
  `  control-interface: "${folder}/nsd.sock"`,
  "key:",
  `  name: "${key.name}"`,
  `  algorithm: ${key.algorithm}`,
  `  secret: "${key.secret}"`,
  "pattern:",
  "  name: member",
  "  zonefile: \"%s.zone\"",
  `  request-xfr: ${primary}@${primaryPort} ${key.name}`,
  `  allow-notify: ${primary} ${key.name}`,
  `  provide-xfr: ${host} NOKEY`
]

/** NSD. Its operator adds and removes zones. */
export interface Nsd extends NameserverProcess {
  readonly addZone: (name: string) => Effect.Effect<void>
  readonly deleteZone: (name: string) => Effect.Effect<void>
}

export const nsd = Effect.fnUntraced(function*(
  primary: Primary,
  { host, port }: Address
): Effect.fn.Return<Nsd, never, Scope.Scope> {
  const folder = yield* temporaryFolder("nsd")
  const file = writeIn(folder, "nsd.conf", configuration(primary, host, port, folder))
  const started = yield* nameserverProcess({ command: "nsd", args: ["-d", "-c", file], folder, host, port })
  const control = (...args: ReadonlyArray<string>) =>
    Effect.sync(() => {
      const { isWell, output } = runTool("nsd-control", ["-c", file, ...args])
      if (!isWell) throw new Error(`nsd-control ${args.join(" ")}: ${output}`)
    })
  return {
    ...started,
    addZone: (name) => control("addzone", name, "member"),
    deleteZone: (name) => control("delzone", name)
  }
})
