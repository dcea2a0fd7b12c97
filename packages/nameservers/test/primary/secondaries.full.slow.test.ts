import { assert, describe, it } from "@effect/vitest"
import type { WrittenZone } from "@namewright/conformance"
import { type Denial, Rdata } from "@namewright/core/dns"
import { Effect, type Scope } from "effect"
import { bind } from "../../../../test/nameservers/Bind.ts"
import { knot } from "../../../../test/nameservers/Knot.ts"
import {
  type NameserverProcess,
  runTool,
  temporaryFolder,
  writeIn
} from "../../../../test/nameservers/NameserverProcess.ts"
import { nsd, nsdPrograms } from "../../../../test/nameservers/Nsd.ts"
import { powerDns, powerDnsPrograms } from "../../../../test/nameservers/PowerDns.ts"
import type { Address, Primary } from "../../../../test/nameservers/Primary.ts"
import { type RequirementName, requires } from "../../../../test/requires.ts"
import type { SecondaryOptions } from "../../src/primary/Secondary.ts"
import { type ExampleKey, newKey } from "../signing/ExampleKeys.ts"
import { dig, key, primaryOfTest, publish } from "./SecondaryOfTest.ts"

/** A nameserver's program in the place of a secondary. */
interface Candidate {
  readonly programs: ReadonlyArray<RequirementName>
  /** How its log says that it was sent the change of one record alone; undefined for who asks for whole zones. */
  readonly incremental: RegExp | undefined
  readonly options: Partial<SecondaryOptions>
  readonly start: (primary: Primary, address: Address) => Effect.Effect<
    NameserverProcess & {
      readonly addZone?: (name: string) => Effect.Effect<void>
      readonly deleteZone?: (name: string) => Effect.Effect<void>
    },
    never,
    Scope.Scope
  >
}

/** PowerDNS learns the members from the catalog, and asks for them without a key. */
const powerDnsConsumer: Candidate["start"] = Effect.fnUntraced(function*(primary, address) {
  const server = yield* powerDns(address)
  const { algorithm, name, secret } = primary.key
  yield* server.call("POST", "/tsigkeys", { name, algorithm, key: secret })
  const catalog = yield* server.call("POST", "/zones", {
    name: `${primary.catalog}.`,
    kind: "Consumer",
    masters: [`${primary.host}:${primary.port}`],
    slave_tsig_key_ids: [`${name}.`]
  })
  assert.strictEqual(catalog.status, 201, catalog.text)
  return server
})

const candidates: Record<string, Candidate> = {
  Knot: {
    programs: ["knotd"],
    incremental: /\[a\.test\.\] IXFR, incoming.* finished/,
    options: {},
    start: knot
  },
  // A SOA, the old record and the new one after theirs, and a SOA.
  BIND: {
    programs: ["named"],
    incremental: /'a\.test\/IN'.* 1 messages, 6 records/,
    options: {},
    start: bind
  },
  NSD: {
    programs: nsdPrograms,
    incremental: /zone a\.test\. received update to serial 2026112201 .* of 2[0-9][0-9] bytes/,
    options: { catalog: false },
    start: nsd
  },
  PowerDNS: {
    programs: powerDnsPrograms,
    incremental: undefined,
    options: { host: "127.0.0.2", trustAddress: true },
    start: powerDnsConsumer
  }
}

const otherKey = { ...key, secret: Buffer.from("thirty-two octets that are other").toString("base64") }

const version = (serial: number, address: string): WrittenZone => ({
  serial,
  rrsets: [
    ["www", "A", address],
    ["*.wild", "TXT", "\"any\""],
    ["sub", "NS", "ns1.sub.a.test."],
    ["ns1.sub", "A", "192.0.2.53"],
    ["mail", "MX", "10 mail.example.net."]
  ]
})

const signedVersion = (
  serial: number,
  address: string,
  signing: { readonly keys: ReadonlyArray<ExampleKey>; readonly denial: Denial }
): WrittenZone => {
  const { rrsets } = version(serial, address)
  const keys = signing.keys.map(({ dnskey }) => Rdata.text("DNSKEY", dnskey))
  return { serial, rrsets: [...rrsets, ["@", "DNSKEY", ...keys]], signing }
}

/** The zone that the secondary hands out is signed without a gap. */
const assertVerified = Effect.fnUntraced(function*(secondary: Address) {
  const folder = yield* temporaryFolder("verified")
  const lines = dig(secondary, "+noall", "+answer", "+onesoa", "a.test", "AXFR").split("\n")
  const file = writeIn(folder, "zone", lines)
  const checks = [["ldns-verify-zone", file], ["kzonecheck", "-d", "on", "-o", "a.test", file]] as const
  for (const [command, ...args] of checks) {
    const { isWell, output } = runTool(command, args)
    assert.isTrue(isWell, `${command}: ${output}\n${lines.join("\n")}`)
  }
})

describe.concurrent.each(Object.entries(candidates))("%s", (_, { incremental, options, programs, start }) => {
  it.live(
    "serves published zones, follows their changes, and removes them",
    () =>
      Effect.gen(function*() {
        const { nameserver, primary, secondary, zones } = yield* primaryOfTest(options)
        const server = yield* start(primary, secondary)
        const address = () => dig(secondary, "+short", "www.a.test", "A")
        const changed = Effect.fnUntraced(function*(zone: WrittenZone) {
          const publication = yield* zones.put("a.test", zone)
          const { name, serial } = publication
          assert.deepStrictEqual(yield* publish(nameserver, publication), { name, serial, problem: null }, server.log())
        })
        yield* server.addZone?.("a.test") ?? Effect.void
        yield* changed(version(2026112200, "192.0.2.1"))
        assert.strictEqual(address(), "192.0.2.1")
        assert.strictEqual(dig(secondary, "+short", "x.wild.a.test", "TXT"), "\"any\"")

        yield* changed(version(2026112201, "192.0.2.2"))
        assert.strictEqual(address(), "192.0.2.2")
        if (incremental !== undefined) assert.match(server.log(), incremental)

        // The key stays: what did not change keeps its signature.
        const signing = { keys: [newKey()], denial: "nsec" as const }
        yield* changed(signedVersion(2026112202, "192.0.2.3", signing))
        yield* assertVerified(secondary)
        yield* changed(signedVersion(2026112203, "192.0.2.4", signing))
        assert.strictEqual(address(), "192.0.2.4")
        yield* assertVerified(secondary)

        // Changes that it missed are there when it is back.
        yield* server.stop
        const missed = yield* zones.put("a.test", signedVersion(2026112204, "192.0.2.5", signing))
        const { problem } = (yield* publish(nameserver, missed)) ?? { problem: null }
        assert.match(problem ?? "", /^secondary at .* does not answer$/)
        yield* server.start
        assert.strictEqual((yield* publish(nameserver, missed))?.problem, null, server.log())
        assert.strictEqual(address(), "192.0.2.5")

        yield* server.deleteZone?.("a.test") ?? Effect.void
        const { name, problem: left } = (yield* publish(nameserver, zones.remove("a.test"))) ?? {}
        assert.deepStrictEqual({ name, left }, { name: missed.name, left: null }, server.log())
        assert.strictEqual(address(), "")
      }).pipe(Effect.scoped),
    requires(...programs, "dig", "ldns-verify-zone", "kzonecheck")
  )

  it.live("is refused with another key", () =>
    Effect.gen(function*() {
      const { nameserver, primary, secondary, zones } = yield* primaryOfTest({ ...options, trustAddress: false }, 2)
      const publication = yield* zones.put("a.test", version(2026112200, "192.0.2.1"))
      const server = yield* start({ ...primary, key: otherKey }, secondary)
      yield* server.addZone?.("a.test") ?? Effect.void
      const served = yield* publish(nameserver, publication)
      // Knot checks the key after it has found the zone.
      assert.match(served?.problem ?? "", /(without a right signature by the key transfer-key\.|not serve the zone)$/)
      assert.strictEqual(dig(secondary, "+short", "www.a.test", "A"), "")
    }).pipe(Effect.scoped), requires(...programs, "dig"))
})
