import { Effect, type Scope } from "effect"
import { type NameserverProcess, nameserverProcess, temporaryFolder, writeIn } from "./NameserverProcess.ts"
import type { Address, Primary } from "./Primary.ts"

const configuration = ({ catalog, host: primary, key, port: primaryPort }: Primary, host: string, port: number) => {
  const primaries = `${primary} port ${primaryPort} key "${key.name}";`
  return [
    "options {",
    "  directory \".\";",
    `  listen-on port ${port} { ${host}; };`,
    "  listen-on-v6 { none; };",
    "  pid-file none;",
    "  lock-file none;",
    "  session-keyfile \"session.key\";",
    "  recursion no;",
    "  notify no;",
    "  dnssec-validation no;",
    `  allow-transfer { ${host}; };`,
    // Without these a thousand new zones take most of a minute.
    "  serial-query-rate 2000;",
    "  transfers-in 100;",
    "  transfers-per-ns 100;",
    "  catalog-zones {",
    `    zone "${catalog}" default-primaries { ${primaries} } in-memory no zone-directory "." min-update-interval 1;`,
    "  };",
    "};",
    "controls { };",
    `key "${key.name}" { algorithm ${key.algorithm}; secret "${key.secret}"; };`,
    `zone "${catalog}" { type secondary; primaries { ${primaries} }; file "catalog.db"; };`
  ]
}

/** BIND, which learns its zones from the catalog. */
export const bind = Effect.fnUntraced(function*(
  primary: Primary,
  { host, port }: Address
): Effect.fn.Return<NameserverProcess, never, Scope.Scope> {
  const folder = yield* temporaryFolder("bind")
  const file = writeIn(folder, "named.conf", configuration(primary, host, port))
  return yield* nameserverProcess({ command: "named", args: ["-g", "-n", "1", "-c", file], folder, host, port })
})
