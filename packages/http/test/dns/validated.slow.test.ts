import { assert, describe, layer } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { Nameservers, ZonePublications, Zones } from "@namewright/core/dns"
import { RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { embeddedNameserver } from "@namewright/nameservers"
import { Effect, Layer, Option, Schedule } from "effect"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { requires } from "../../../../test/requires.ts"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

/** A platform that serves its zones itself, on the clock of the machine; caches forget DS records at once. */
const platform = (denial: "nsec" | "nsec3") =>
  Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ run }) => Effect.forkScoped(run))).pipe(
    Layer.provideMerge(TestPlatform.layerWith({}, {
      nameservers: embeddedNameserver({ port: 0 }),
      dns: { denial, parent_ds_ttl_seconds: 0 }
    }))
  )

const portOf = Effect.map(
  Nameservers,
  ({ all: [nameserver] }) => nameserver !== undefined && "port" in nameserver ? nameserver.port : undefined
)

/** What BIND's validator tells of a name, when it trusts the DS that the registry has, and nothing else. */
const told = Effect.fnUntraced(function*(zone: string, anchors: ReadonlyArray<string>, name: string, type: string) {
  const port = yield* portOf
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

const verdict = (zone: string, anchors: ReadonlyArray<string>, name: string, type: string) =>
  Effect.map(
    told(zone, anchors, name, type),
    (output) => /^; .*(?:validated|unsigned answer)$/m.exec(output)?.[0] ?? output
  )

/** Waits until so many keys are served. */
const untilKeys = (zone: string, anchors: ReadonlyArray<string>, keys: number) =>
  told(zone, anchors, zone, "DNSKEY").pipe(
    Effect.map((output) => output.split("\n").filter((line) => /\sDNSKEY\s+257 /.test(line)).length),
    Effect.repeat({ until: (served) => served === keys, times: 50, schedule: Schedule.spaced("100 millis") }),
    Effect.tap((served) => Effect.sync(() => assert.strictEqual(served, keys)))
  )

/** The registry's DS records as trust anchors of BIND. */
const anchorsOf = Effect.fnUntraced(function*(name: string) {
  const { registry } = yield* RegistrySimulator
  const seen = yield* registry("verisign").infoDomain(DomainName.make(name))
  return Option.match(seen, { onNone: () => [], onSome: ({ dnssec }) => dnssec }).flatMap((entry) =>
    entry.record_type === "ds_data"
      ? [`${name}. static-ds ${entry.key_tag} ${entry.algorithm} ${entry.digest_type} "${entry.digest}";`]
      : []
  )
})

for (const denial of ["nsec", "nsec3"] as const) {
  describe(`A signed zone (${denial}), from the registry down,`, requires("delv"), () => {
    layer(platform(denial), { excludeTestServices: true })("on the embedded nameserver", (it) => {
      it.effect(
        "is valid to delv by the DS at its registry, before and after it gets a second key",
        () =>
          Effect.gen(function*() {
            const call = yield* registrant
            const zones = yield* Zones
            const name = "validated.com"
            yield* call.register(name, {
              nameservers: [{ hostname: "ns1.namewright.test" }, { hostname: "ns2.namewright.test" }]
            })
            yield* Effect.orDie(asSystem(
              call.organization,
              zones.create({
                name,
                rrsets: [
                  { name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] },
                  { name: "*.wild", type: "TXT", ttl: 300, records: [{ rdata: "\"anything\"" }] }
                ]
              })
            ))
            const enabled = yield* call("POST", `/v1/dns/${name}/dnssec/enable`)
            assert.deepStrictEqual([enabled.status, enabled.body.dnssec_registry_publish], [200, "published"])
            const anchors = yield* anchorsOf(name)
            assert.lengthOf(anchors, 1)
            const isValid = Effect.gen(function*() {
              const verdicts = yield* Effect.forEach([
                ["www", "A"],
                ["any.wild", "TXT"],
                ["missing", "A"],
                ["www", "AAAA"]
              ], ([owner, type = ""]) => verdict(name, anchors, `${owner}.${name}`, type))
              assert.deepStrictEqual(verdicts, [
                "; fully validated",
                "; fully validated",
                "; negative response, fully validated",
                "; negative response, fully validated"
              ])
            })
            yield* isValid
            assert.strictEqual((yield* call("POST", `/v1/dns/${name}/dnssec/roll`)).status, 202)
            yield* untilKeys(name, anchors, 2)
            yield* isValid
            const disabled = yield* call("POST", `/v1/dns/${name}/dnssec/disable`)
            assert.deepStrictEqual([disabled.status, yield* anchorsOf(name)], [200, []])
          }),
        60_000
      )
    })
  })
}
