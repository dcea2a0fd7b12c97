import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, nameOf, type WrittenRrset, type WrittenZone } from "@namewright/conformance"
import { type Denial, Nameservers, Rdata } from "@namewright/core/dns"
import { Context, Effect, Layer, Result, type Scope } from "effect"
import { runTool, temporaryFolder, unusedPort, writeIn } from "../../../test/nameservers/NameserverProcess.ts"
import { powerDns as powerDnsServer, powerDnsPrograms } from "../../../test/nameservers/PowerDns.ts"
import type { Address } from "../../../test/nameservers/Primary.ts"
import { requires } from "../../../test/requires.ts"
import { recordSamples } from "../../core/test/dns/RecordSamples.ts"
import { powerDns } from "../src/powerdns/powerDns.ts"
import { powerDnsText } from "../src/powerdns/powerDnsText.ts"
import { dig } from "./primary/SecondaryOfTest.ts"
import { serverAnswers } from "./serverAnswers.ts"
import { type ExampleKey, newKey } from "./signing/ExampleKeys.ts"

const started = Effect.fnUntraced(function*(
  zones: MemoryZones
) {
  const address = { host: "127.0.0.1", port: yield* unusedPort("127.0.0.1") }
  const server = yield* powerDnsServer(address)
  const { apiKey, url } = server
  const driver = powerDns({ name: "powerdns", url, apiKey, dns: address })
  const built = yield* Layer.build(Layer.provide(driver, zones.layer))
  const [nameserver] = Context.get(built, Nameservers).all
  if (nameserver === undefined) throw new Error("There is no nameserver")
  const publish = Effect.fnUntraced(function*(name: string, zone: WrittenZone) {
    const publication = yield* zones.put(name, zone)
    const [served] = yield* nameserver.publish([publication])
    assert.deepStrictEqual(served, { name: nameOf(name), serial: zone.serial, problem: null })
  })
  return { address, server, nameserver, publish }
})

const signed = (serial: number, keys: ReadonlyArray<ExampleKey>, denial: Denial, www = "192.0.2.1"): WrittenZone => ({
  serial,
  rrsets: [
    ["@", "DNSKEY", ...keys.map(({ dnskey }) => Rdata.text("DNSKEY", dnskey))],
    ["@", "CDS", ...keys.map(({ dnskey, key_tag }) => `${key_tag} ${dnskey.algorithm} 2 ${"00".repeat(32)}`)],
    ["www", "A", www],
    ["mail.deep", "A", "192.0.2.7"],
    ["*.wild", "TXT", "\"any\""]
  ],
  signing: { keys, denial }
})

/** The zone is signed without a gap, and has these keys. */
const assertSigned = Effect.fnUntraced(function*(
  address: Address,
  keys: ReadonlyArray<ExampleKey>
): Effect.fn.Return<void, never, Scope.Scope> {
  const folder = yield* temporaryFolder("powerdns-signed")
  const file = writeIn(folder, "zone", dig(address, "+noall", "+answer", "+onesoa", "signed.test", "AXFR").split("\n"))
  const verified = runTool("ldns-verify-zone", [file])
  assert.isTrue(verified.isWell, verified.output)
  const published = dig(address, "+short", "signed.test", "DNSKEY").split("\n").map((line) =>
    line.split(" ").slice(3).join("")
  )
  assert.sameMembers(published, keys.map(({ public_key }) => public_key))
})

/** A few dozen of each type, without types of the apex and types that no server knows. */
const samples = recordSamples(1, 3000).flatMap(({ text, type }) => {
  const value = Rdata.parse(type, text, { origin: nameOf("types.test"), form: "zone_file" })
  const isLeftOut = ["ALIAS", "SOA", "NS", "DNSKEY"].includes(type)
  if (isLeftOut || Result.isFailure(value) || Rdata.refusals(type, value.success).length > 0) return []
  return [{ type, text: Rdata.text(type, value.success) }]
}).filter(({ type }, index, all) => all.slice(0, index).filter((other) => other.type === type).length < 25)

describe("PowerDNS", requires(...powerDnsPrograms, "dig", "ldns-verify-zone"), () => {
  it.live("accepts records of every type in its own spelling, and serves them", () =>
    Effect.gen(function*() {
      const { address, publish, server } = yield* started(new MemoryZones())
      yield* publish("types.test", { serial: 1, rrsets: [] })
      const answers = serverAnswers(address)
      const misspelled: Array<string> = []
      let taken = 0
      for (const [index, { text, type }] of samples.entries()) {
        const name = nameOf(`r${index}.types.test`)
        const records = [{ content: powerDnsText(type, text), disabled: false }]
        const rrsets = [{ name, type, ttl: 300, changetype: "REPLACE", records }]
        const { status, text: answer } = yield* server.call("PATCH", "/zones/types.test.", { rrsets })
        if (status === 204) {
          taken++
          assert.deepStrictEqual(yield* answers(name, type), [text])
        } else if (/Not in expected format|Parsing record content/.test(answer)) misspelled.push(answer)
        // What is left does not depend on the spelling: targets that are no hostnames, reserved numbers.
        else assert.match(answer, /non-hostname|reserved/)
      }
      // It prints some angles with 60 seconds, as the next test shows, and takes spheres of 90,000 km for smaller ones.
      assert.deepStrictEqual(misspelled.filter((answer) => !/\/LOC .*(?: 60\.000|90000000)/.test(answer)), [])
      assert.isAbove(taken, 400)
    }).pipe(Effect.scoped))

  it.live("is queried for its spelling of refused records", () =>
    Effect.gen(function*() {
      const { address, publish } = yield* started(new MemoryZones())
      const location = "12 2 0.000 S 85 12 58.050 E -75758.50m 0.05m 0.05m 10m"
      assert.include(powerDnsText("LOC", location), "12 2 0.000 S")
      yield* publish("places.test", { serial: 1, rrsets: [["a", "LOC", location], ["b", "LOC", location]] })
      assert.deepStrictEqual(yield* serverAnswers(address)(nameOf("b.places.test"), "LOC"), [location])
    }).pipe(Effect.scoped))

  it.live("is not sent records that it misreads", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      const { nameserver } = yield* started(zones)
      const location = "20 45 15.500 N 117 9 34.000 W 0.00m 0.05m 50000m 90000000m"
      const [served] = yield* nameserver.publish([
        yield* zones.put("misread.test", { serial: 1, rrsets: [["a", "LOC", location]] })
      ])
      assert.match(served?.problem ?? "", /LOC .*Not in expected format/)
    }).pipe(Effect.scoped))

  it.live("reports refused records", () =>
    Effect.gen(function*() {
      const zones = new MemoryZones()
      const { nameserver } = yield* started(zones)
      const publication = yield* zones.put("refused.test", { serial: 1, rrsets: [["@", "MX", "10 a/b.test."]] })
      const [served] = yield* nameserver.publish([publication])
      assert.strictEqual(served?.serial, undefined)
      assert.match(served?.problem ?? "", /^powerdns: RRset refused\.test\. IN MX non-hostname/)
    }).pipe(Effect.scoped))

  it.live("signs with the keys of the installation, rolls them, and stops", () =>
    Effect.gen(function*() {
      const { address, publish } = yield* started(new MemoryZones())
      const [first, second] = [newKey(), newKey()]
      yield* publish("signed.test", signed(1, [first], "nsec"))
      yield* assertSigned(address, [first])
      yield* publish("signed.test", signed(2, [first], "nsec", "192.0.2.2"))
      // Its transfers are right even where its answers would deny names that are there.
      assert.match(
        dig(address, "+dnssec", "+noall", "+authority", "x.signed.test"),
        /^www\.signed\.test\..*\sNSEC\s+signed\.test\./m
      )
      yield* publish("signed.test", signed(3, [first, second], "nsec"))
      yield* assertSigned(address, [first, second])
      yield* publish("signed.test", signed(4, [second], "nsec3"))
      yield* assertSigned(address, [second])
      yield* publish("signed.test", { serial: 5, rrsets: [["www", "A", "192.0.2.1"]] })
      assert.strictEqual(dig(address, "+short", "signed.test", "DNSKEY"), "")
      assert.notMatch(dig(address, "+dnssec", "+noall", "+answer", "www.signed.test"), /RRSIG/)
    }).pipe(Effect.scoped))

  it.live("accepts zones in several calls, and serves their serial after the last one", () =>
    Effect.gen(function*() {
      const { address, publish } = yield* started(new MemoryZones())
      const text = `"${"x".repeat(250)}"`
      const rrsets = Array.from({ length: 9000 }, (_, index): WrittenRrset => [`host${index}`, "TXT", text])
      yield* publish("large.test", { serial: 1, rrsets })
      assert.strictEqual(dig(address, "+short", "host8999.large.test", "TXT"), text)
    }).pipe(Effect.scoped))
})
