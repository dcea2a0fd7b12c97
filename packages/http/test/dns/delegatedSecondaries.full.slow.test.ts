import { assert, describe, it } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { ZonePublications, Zones } from "@namewright/core/dns"
import { JobWorker } from "@namewright/core/jobs"
import { hiddenPrimary } from "@namewright/nameservers"
import { Duration, Effect, Layer, Schedule, type Scope } from "effect"
import { bind } from "../../../../test/nameservers/Bind.ts"
import { knot } from "../../../../test/nameservers/Knot.ts"
import {
  type NameserverProcess,
  nameserverProcess,
  runTool,
  temporaryFolder,
  unusedPort,
  writeIn
} from "../../../../test/nameservers/NameserverProcess.ts"
import { nsd, nsdPrograms } from "../../../../test/nameservers/Nsd.ts"
import type { Address, Primary } from "../../../../test/nameservers/Primary.ts"
import { type RequirementName, requires } from "../../../../test/requires.ts"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { anchorsOf, ours, verdict } from "./EmbeddedPlatform.ts"

const host = "127.0.0.1"
const key = {
  name: "transfer-key",
  algorithm: "hmac-sha256",
  secret: Buffer.from("thirty-two octets that are shared").toString("base64")
} as const

const top = "transferred.com"
const zones = { top, signed: `signed.${top}`, plain: `plain.${top}`, below: `below.signed.${top}` }

/** A platform with one secondary, on the system clock, with a DS TTL of zero. */
const platform = (port: number, secondary: Address, catalog: boolean) =>
  Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ run }) => Effect.forkScoped(run))).pipe(
    Layer.provideMerge(TestPlatform.layerWith({}, {
      nameservers: hiddenPrimary({
        host,
        port,
        keys: [key],
        secondaries: [{ name: "secondary", key: key.name, catalog, ...secondary }],
        catalog: "catalog.invalid"
      }),
      dns: { denial: "nsec", parent_ds_ttl_seconds: 0 }
    })),
    Layer.orDie
  )

const dig = (port: number, ...args: ReadonlyArray<string>): string =>
  runTool("dig", [`@${host}`, "-p", String(port), "+time=2", "+tries=2", ...args]).output

/** The records of a zone, transferred from a server. */
const transferred = (port: number, zone: string): ReadonlyArray<string> =>
  dig(port, "+noall", "+answer", "+onesoa", zone, "AXFR").trim().split("\n")

/** The zone that a server has is signed without a gap, with its delegations. */
const assertVerified = Effect.fnUntraced(function*(port: number, zone: string) {
  const folder = yield* temporaryFolder("verified")
  const lines = transferred(port, zone)
  const file = writeIn(folder, "zone", lines)
  const checks = [
    ["ldns-verify-zone", file],
    ["kzonecheck", "-d", "on", "-o", zone, file],
    ["dnssec-verify", "-q", "-z", "-o", zone, file]
  ] as const
  for (const [command, ...args] of checks) {
    const { isWell, output } = runTool(command, args)
    assert.isTrue(isWell, `${command} ${zone}: ${output}\n${lines.join("\n")}`)
  }
  return lines
})

/** Servers that have the zone of a file and none below it. */
const alone = {
  BIND: (folder: string, port: number) => ({
    command: "named" as const,
    args: ["-g", "-n", "1", "-c"],
    file: [
      `options { directory "${folder}"; listen-on port ${port} { ${host}; }; listen-on-v6 { none; }; pid-file none;`,
      "  lock-file none; session-keyfile \"session.key\"; recursion no; notify no; dnssec-validation no; };",
      "controls { };",
      `zone "${top}" { type primary; file "zone"; check-names ignore; };`
    ]
  }),
  Knot: (folder: string, port: number) => ({
    command: "knotd" as const,
    args: ["-c"],
    file: [
      "server:",
      `  listen: ${host}@${port}`,
      `  rundir: ${folder}`,
      "  udp-workers: 1",
      "  tcp-workers: 1",
      "  background-workers: 1",
      "database:",
      `  storage: ${folder}`,
      "zone:",
      `  - domain: ${top}`,
      `    storage: ${folder}`,
      "    file: zone"
    ]
  }),
  NSD: (folder: string, port: number) => ({
    command: "nsd" as const,
    args: ["-d", "-c"],
    file: [
      "server:",
      `  ip-address: ${host}@${port}`,
      "  username: \"\"",
      "  server-count: 1",
      `  zonesdir: "${folder}"`,
      `  pidfile: "${folder}/nsd.pid"`,
      `  zonelistfile: "${folder}/zone.list"`,
      `  xfrdfile: "${folder}/xfrd.state"`,
      "remote-control:",
      "  control-enable: no",
      "zone:",
      `  name: ${top}`,
      "  zonefile: zone"
    ]
  })
}

/** What a server that has the zone above alone answers about a name below a delegation. */
const referralOf = Effect.fnUntraced(function*(server: keyof typeof alone, lines: ReadonlyArray<string>, name: string) {
  const folder = yield* temporaryFolder("referral")
  const port = yield* unusedPort(host)
  writeIn(folder, "zone", lines)
  const { args, command, file } = alone[server](folder, port)
  yield* nameserverProcess({ command, args: [...args, writeIn(folder, "conf", file)], folder, host, port })
  return dig(port, "+norec", "+dnssec", name, "A")
})

interface Candidate {
  readonly programs: ReadonlyArray<RequirementName>
  readonly catalog: boolean
  readonly start: (primary: Primary, address: Address) => Effect.Effect<
    NameserverProcess & {
      readonly addZone?: (name: string) => Effect.Effect<void>
      readonly deleteZone?: (name: string) => Effect.Effect<void>
    },
    never,
    Scope.Scope
  >
}

const candidates: Record<keyof typeof alone, Candidate> = {
  BIND: { programs: ["named"], catalog: true, start: bind },
  Knot: { programs: ["knotd"], catalog: true, start: knot },
  NSD: { programs: nsdPrograms, catalog: false, start: nsd }
}

const soon = { times: 150, schedule: Schedule.spaced("200 millis") }

describe.each(Object.entries(candidates))(
  "A zone and the zones below it on %s",
  (server, { catalog, programs, start }) => {
    it.live(
      "are delegated with DS, validate, and verify as transferred",
      () =>
        Effect.gen(function*() {
          const [port, secondary] = [yield* unusedPort(host), { host, port: yield* unusedPort(host) }]
          const judged = Effect.gen(function*() {
            const process = yield* start({ host, port, catalog: "catalog.invalid", key }, secondary)
            const call = yield* registrant
            const { create } = yield* Zones
            yield* call.register(top, { nameservers: ours })
            for (const name of Object.values(zones)) {
              yield* process.addZone?.(name) ?? Effect.void
              const rrsets = [{ name: "www", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
              yield* Effect.orDie(asSystem(call.organization, create({ name, rrsets })))
            }
            for (const name of Object.values(zones)) {
              const isServed = Effect.sync(() =>
                dig(secondary.port, "+short", `www.${name}`, "A").trim() === "192.0.2.1"
              )
              assert.isTrue(yield* Effect.repeat(isServed, { until: (found) => found, ...soon }), name)
            }
            const { drain } = yield* JobWorker
            for (const name of [top, zones.signed, zones.below]) {
              yield* call("POST", `/v1/dns/${name}/dnssec/enable`)
              const isPublished = Effect.andThen(
                drain(Duration.seconds(1)),
                Effect.map(
                  call("GET", `/v1/dns/${name}`),
                  ({ body }) => body.dnssec_registry_publish === "published"
                )
              )
              assert.isTrue(yield* Effect.repeat(isPublished, { until: (found) => found, ...soon }), name)
            }
            const anchors = yield* anchorsOf(top)
            const expected = (verdicts: Readonly<Record<string, string>>) =>
              Effect.forEach(Object.entries(verdicts), ([question, wanted]) => {
                const [name = "", type = ""] = question.split(" ")
                return verdict(top, anchors, name, type, secondary.port).pipe(
                  Effect.repeat({ until: (found) => found === wanted, ...soon }),
                  Effect.map((found) => assert.strictEqual(found, wanted, question))
                )
              })
            yield* expected({
              [`${zones.signed} DS`]: "; fully validated",
              [`www.${zones.signed} A`]: "; fully validated",
              [`missing.${zones.signed} A`]: "; negative response, fully validated",
              [`${zones.plain} DS`]: "; negative response, fully validated",
              [`www.${zones.plain} A`]: "; unsigned answer",
              [`www.${zones.below} A`]: "; fully validated"
            })
            const lines = yield* assertVerified(secondary.port, top)
            assert.lengthOf(
              lines.filter((line) => new RegExp(`^${zones.signed}\\.\\s+\\d+\\s+IN\\s+DS\\s`).test(line)),
              1
            )
            yield* assertVerified(secondary.port, zones.signed)
            yield* assertVerified(secondary.port, zones.below)

            const referral = yield* referralOf(server as keyof typeof alone, lines, `www.${zones.signed}`)
            assert.match(referral, /status: NOERROR/)
            assert.notMatch(referral, /flags:[^;]* aa/)
            for (const type of ["NS\\s+ns1\\.namewright\\.test\\.", "DS\\s+\\d+ 13 2", "RRSIG\\s+DS 13 3"]) {
              assert.match(referral, new RegExp(`^${zones.signed}\\.\\s+\\d+\\s+IN\\s+${type}`, "m"))
            }
            const unsigned = yield* referralOf(server as keyof typeof alone, lines, `www.${zones.plain}`)
            assert.match(unsigned, new RegExp(`^${zones.plain}\\.\\s+\\d+\\s+IN\\s+NSEC\\s`, "m"))
            assert.notMatch(unsigned, /\sIN\s+DS\s/)

            yield* call("DELETE", `/v1/dns/${zones.signed}`)
            yield* process.deleteZone?.(zones.signed) ?? Effect.void
            yield* expected({
              [`${zones.signed} DS`]: "; negative response, fully validated",
              [`${zones.below} DS`]: "; fully validated",
              [`www.${zones.below} A`]: "; fully validated"
            })
            yield* assertVerified(secondary.port, top)
          })
          yield* Effect.provide(judged, platform(port, secondary, catalog))
        }).pipe(Effect.scoped),
      {
        ...requires(...programs, "named", "dig", "delv", "ldns-verify-zone", "kzonecheck", "dnssec-verify"),
        timeout: 120_000
      }
    )
  }
)
