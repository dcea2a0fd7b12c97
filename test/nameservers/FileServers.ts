import { Effect, type Scope } from "effect"
import { type NameserverProcess, nameserverProcess, temporaryFolder, unusedPort, writeIn } from "./NameserverProcess.ts"

/** Zone as a master file. */
export interface ZoneFile {
  /** Name without the final dot. */
  readonly name: string
  readonly lines: ReadonlyArray<string>
}

/** Nameserver for master files. */
interface FileServer {
  readonly command: "knotd" | "named" | "nsd"
  /** @param files Paths by names of zones. */
  readonly configuration: (
    files: ReadonlyMap<string, string>,
    run: { readonly folder: string; readonly host: string; readonly port: number }
  ) => ReadonlyArray<string>
  readonly args: (file: string) => ReadonlyArray<string>
}

const knot: FileServer = {
  command: "knotd",
  args: (file) => ["-c", file],
  configuration: (files, { folder, host, port }) => [
    "server:",
    `  listen: ${host}@${port}`,
    `  rundir: "${folder}"`,
    "  udp-workers: 2",
    "  tcp-workers: 1",
    "database:",
    `  storage: "${folder}"`,
    "log:",
    "  - target: stderr",
    "    any: warning",
    "template:",
    "  - id: default",
    "    zonefile-load: whole",
    "    journal-content: none",
    "zone:",
    ...[...files].flatMap(([name, file]) => [`  - domain: ${name}`, `    file: "${file}"`])
  ]
}

const bind: FileServer = {
  command: "named",
  args: (file) => ["-g", "-n", "1", "-c", file],
  configuration: (files, { folder, host, port }) => [
    "options {",
    `  directory "${folder}";`,
    `  listen-on port ${port} { ${host}; };`,
    "  listen-on-v6 { none; };",
    "  pid-file none;",
    "  lock-file none;",
    `  session-keyfile "${folder}/session.key";`,
    "  recursion no;",
    "  notify no;",
    "  dnssec-validation no;",
    "  check-names primary ignore;",
    "  check-integrity no;",
    "  minimal-any no;",
    // Omits NS records from answers, as the other servers do.
    "  minimal-responses no-auth;",
    "};",
    "controls { };",
    ...[...files].map(([name, file]) => `zone "${name}" { type primary; file "${file}"; };`)
  ]
}

const nsd: FileServer = {
  command: "nsd",
  args: (file) => ["-d", "-c", file],
  configuration: (files, { folder, host, port }) => [
    "server:",
    `  ip-address: ${host}@${port}`,
    "  username: \"\"",
    "  server-count: 1",
    "  database: \"\"",
    "  rrl-ratelimit: 0",
    "  minimal-responses: no",
    `  zonesdir: "${folder}"`,
    `  pidfile: "${folder}/nsd.pid"`,
    `  zonelistfile: "${folder}/zone.list"`,
    `  xfrdfile: "${folder}/xfrd.state"`,
    `  xfrdir: "${folder}"`,
    "remote-control:",
    "  control-enable: no",
    ...[...files].flatMap(([name, file]) => ["zone:", `  name: ${name}`, `  zonefile: "${file}"`])
  ]
}

/** Converts times of signatures to dates: NSD accepts no numbers (RFC 4034, section 3.2, allows both). */
const dated = (line: string): string =>
  line.replace(
    / IN RRSIG( \S+ \d+ \d+ \d+) (\d+) (\d+) /,
    (_, fields, ...times) => ` IN RRSIG${fields} ${times.slice(0, 2).map((time) => dateOf(Number(time))).join(" ")} `
  )

const dateOf = (seconds: number): string => new Date(seconds * 1000).toISOString().replaceAll(/[-T:]|\..*/g, "")

const servers = { BIND: bind, Knot: knot, NSD: nsd }

export type FileServerName = keyof typeof servers

export const fileServerNames = ["BIND", "Knot", "NSD"] as const satisfies ReadonlyArray<FileServerName>

/** Programs of all file servers. */
export const fileServerPrograms = fileServerNames.map((name) => servers[name].command)

/** Starts a nameserver on a free port, and stops it with the scope. */
export const fileServer = Effect.fnUntraced(function*(
  name: FileServerName,
  zones: ReadonlyArray<ZoneFile>
): Effect.fn.Return<NameserverProcess, never, Scope.Scope> {
  const { args, command, configuration } = servers[name]
  const host = "127.0.0.1"
  const folder = yield* temporaryFolder(name.toLowerCase())
  const port = yield* unusedPort(host)
  const files = new Map(zones.map((zone) => [zone.name, writeIn(folder, `${zone.name}.zone`, zone.lines.map(dated))]))
  const file = writeIn(folder, "server.conf", configuration(files, { folder, host, port }))
  return yield* nameserverProcess({ command, args: args(file), folder, host, port })
})
