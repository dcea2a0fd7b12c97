import { Effect, type Scope } from "effect"
import { type NameserverProcess, nameserverProcess, temporaryFolder, writeIn } from "./NameserverProcess.ts"
import type { Address, Primary } from "./Primary.ts"

const configuration = ({ catalog, host: primary, key, port: primaryPort }: Primary, host: string, port: number) => [
  "server:",
  `  listen: ${host}@${port}`,
  "  rundir: .",
  "  udp-workers: 1",
  "  tcp-workers: 1",
  "  background-workers: 2",
  "database:",
  "  storage: .",
  "log:",
  "  - target: stderr",
  "    any: info",
  "key:",
  `  - id: ${key.name}`,
  `    algorithm: ${key.algorithm}`,
  `    secret: ${key.secret}`,
  "remote:",
  "  - id: primary",
  `    address: ${primary}@${primaryPort}`,
  `    key: ${key.name}`,
  "acl:",
  "  - id: notified",
  `    address: ${primary}`,
  `    key: ${key.name}`,
  "    action: notify",
  "  - id: looked_at",
  `    address: ${host}`,
  "    action: transfer",
  "template:",
  "  - id: member",
  "    storage: .",
  "    master: primary",
  "    acl: [ notified, looked_at ]",
  "zone:",
  `  - domain: ${catalog}`,
  "    storage: .",
  "    master: primary",
  "    acl: notified",
  "    catalog-role: interpret",
  "    catalog-template: member"
]

/** Knot DNS, which learns its zones from the catalog. */
export const knot = Effect.fnUntraced(function*(
  primary: Primary,
  { host, port }: Address
): Effect.fn.Return<NameserverProcess, never, Scope.Scope> {
  const folder = yield* temporaryFolder("knot")
  const file = writeIn(folder, "knot.conf", configuration(primary, host, port))
  return yield* nameserverProcess({ command: "knotd", args: ["-c", file], folder, host, port })
})
