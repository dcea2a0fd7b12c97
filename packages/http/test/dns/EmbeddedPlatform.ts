import { assert } from "@effect/vitest"
import { Nameservers, ZonePublications } from "@namewright/core/dns"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { embeddedNameserver } from "@namewright/nameservers"
import { Effect, Layer, Option, Schedule } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TestPlatform } from "../support/TestPlatform.ts"

/** A platform with the embedded nameserver, on the system clock, with a DS TTL of zero. */
export const embeddedPlatform = (denial: "nsec" | "nsec3") =>
  Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ run }) => Effect.forkScoped(run))).pipe(
    Layer.provideMerge(TestPlatform.layerWith({}, {
      nameservers: embeddedNameserver({ port: 0 }),
      dns: { denial, parent_ds_ttl_seconds: 0 }
    }))
  )

/** Port of the embedded nameserver. */
export const portOf = Effect.map(
  Nameservers,
  ({ all: [nameserver] }) => nameserver !== undefined && "port" in nameserver ? nameserver.port : undefined
)

/** Output of BIND's validator for a name, if it trusts these DS records of a zone and nothing else. */
const delv = Effect.fnUntraced(function*(
  zone: string,
  anchors: ReadonlyArray<string>,
  name: string,
  type: string,
  at?: number
) {
  const port = at ?? (yield* portOf)
  const folder = mkdtempSync(join(tmpdir(), "namewright-validated-"))
  writeFileSync(join(folder, "anchors"), `trust-anchors { ${anchors.join(" ")} };\n`)
  const args = ["@127.0.0.1", "-p", String(port), "-a", "anchors", `+root=${zone}`, "-q", name, "-t", type]
  const output = yield* Effect.promise(() =>
    new Promise<string>((resolve) => {
      execFile("delv", args, { cwd: folder, timeout: 20_000 }, (_, stdout, stderr) => resolve(`${stderr}${stdout}`))
    })
  )
  rmSync(folder, { recursive: true })
  return output
})

/** The verdict in that output, or all of it if there is none. Asks the embedded nameserver unless `port` is another one's. */
export const verdict = (zone: string, anchors: ReadonlyArray<string>, name: string, type: string, port?: number) =>
  Effect.map(
    delv(zone, anchors, name, type, port),
    (output) => /^; .*(?:validated|unsigned answer)$/m.exec(output)?.[0] ?? output
  )

/** Waits until a zone is served with so many keys. */
export const untilKeys = (zone: string, anchors: ReadonlyArray<string>, keys: number) =>
  delv(zone, anchors, zone, "DNSKEY").pipe(
    Effect.map((output) => output.split("\n").filter((line) => /\sDNSKEY\s+257 /.test(line)).length),
    Effect.repeat({ until: (served) => served === keys, times: 50, schedule: Schedule.spaced("100 millis") }),
    Effect.tap((served) => Effect.sync(() => assert.strictEqual(served, keys)))
  )

/** The registry's DS records as trust anchors of BIND. */
export const anchorsOf = Effect.fnUntraced(function*(name: string) {
  const { registry } = yield* RegistrySimulator
  const seen = yield* registry("verisign").infoDomain(DomainName.make(name))
  return Option.match(seen, { onNone: () => [], onSome: ({ dnssec }) => dnssec }).flatMap((entry) =>
    entry.record_type === "ds_data"
      ? [`${name}. static-ds ${entry.key_tag} ${entry.algorithm} ${entry.digest_type} "${entry.digest}";`]
      : []
  )
})

/** The platform's nameservers as registrations name them. */
export const ours = [{ hostname: "ns1.namewright.test" }, { hostname: "ns2.namewright.test" }]
