import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, type WrittenRrset } from "@namewright/conformance"
import { Effect } from "effect"
import { unusedPort } from "../../../../test/nameservers/NameserverProcess.ts"
import { requires } from "../../../../test/requires.ts"
import { makeHiddenPrimary } from "../../src/primary/hiddenPrimary.ts"
import { hiddenPrimarySettings } from "../../src/primary/Secondary.ts"
import { digAside } from "./SecondaryOfTest.ts"

const secret = Buffer.alloc(64, 5).toString("base64")

const algorithms = ["hmac-sha256", "hmac-sha384", "hmac-sha512"] as const

/** A zone whose transfer takes several messages. */
const large: ReadonlyArray<WrittenRrset> = Array.from(
  { length: 3000 },
  (_, index) => [`host${index}`, "TXT", `"record ${index} of many"`]
)

const started = Effect.gen(function*() {
  const zones = new MemoryZones()
  yield* zones.put("large.test", { serial: 1, rrsets: large })
  yield* zones.put("large.test", { serial: 2, rrsets: [...large.slice(1), ["new", "A", "192.0.2.1"]] })
  const settings = yield* Effect.fromResult(hiddenPrimarySettings({
    host: "127.0.0.1",
    port: yield* unusedPort("127.0.0.1"),
    keys: algorithms.map((algorithm) => ({ name: `key-${algorithm}`, algorithm, secret })),
    secondaries: []
  }))
  const { port } = yield* Effect.provide(makeHiddenPrimary(settings), zones.layer)
  return (...args: ReadonlyArray<string>) => digAside({ host: "127.0.0.1", port }, ...args)
})

describe("dig", requires("dig"), () => {
  it.live.each(algorithms)("verifies every message of a transfer with %s", (algorithm) =>
    Effect.gen(function*() {
      const dig = yield* started
      const output = yield* dig("-y", `${algorithm}:key-${algorithm}:${secret}`, "large.test", "AXFR")
      const [, messages = "0", octets] = /XFR size: 3004 records \(messages ([0-9]+), bytes ([0-9]+)\)/.exec(output) ??
        []
      assert.isAbove(Number(messages), 5, output.slice(-500))
      assert.isDefined(octets)
      assert.notMatch(output, /could not be validated|verify|WARNING/i)
      assert.strictEqual(output.match(/ANY\s+TSIG/g)?.length, Number(messages))
    }).pipe(Effect.scoped))

  it.live("transfers the changes of a zone over TCP and UDP, and the SOA alone if it has them", () =>
    Effect.gen(function*() {
      const dig = yield* started
      const key = ["-y", `hmac-sha256:key-hmac-sha256:${secret}`]
      for (const transport of ["+tcp", "+notcp"]) {
        const changes = yield* dig(...key, transport, "+noall", "+answer", "large.test", "IXFR=1")
        assert.deepStrictEqual(changes.split("\n").map((line) => line.split(/\s+/).slice(3, 5).join(" ")), [
          "SOA ns1.example.test.",
          "SOA ns1.example.test.",
          "TXT \"record",
          "SOA ns1.example.test.",
          "A 192.0.2.1",
          "SOA ns1.example.test."
        ])
        const none = yield* dig(...key, transport, "+noall", "+answer", "large.test", "IXFR=2")
        assert.strictEqual(none.split("\n").length, 1, none)
      }
      // What has no room in a datagram is to be asked for over TCP: the SOA says that there is something.
      const all = [...key, "+noall", "+answer", "large.test", "IXFR=0"]
      assert.strictEqual((yield* dig(...all, "+notcp")).split("\n").length, 1)
      assert.isAbove((yield* dig(...all, "+tcp")).split("\n").length, 3000)
    }).pipe(Effect.scoped))

  it.live.each(
    [
      ["no key", "large.test", [], "REFUSED"],
      ["an unknown key", "large.test", ["-y", `hmac-sha256:other:${secret}`], "NOTAUTH"],
      ["a wrong secret", "large.test", ["-y", `hmac-sha256:key-hmac-sha256:${secret.replaceAll("B", "C")}`], "NOTAUTH"],
      ["a zone that is not there", "other.test", ["-y", `hmac-sha256:key-hmac-sha256:${secret}`], "NOTAUTH"]
    ] as const
  )("with %s gets nothing", ([, zone, key, code]) =>
    Effect.gen(function*() {
      const dig = yield* started
      for (const type of ["AXFR", "SOA"]) {
        const output = yield* dig(...key, zone, type)
        assert.notMatch(output, /^large\.test\.\s+300/m)
        assert.match(output, type === "SOA" ? new RegExp(`status: ${code}`) : /Transfer failed/)
      }
    }).pipe(Effect.scoped))
})
