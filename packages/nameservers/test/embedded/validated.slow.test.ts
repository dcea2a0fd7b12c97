import { assert, describe, it } from "@effect/vitest"
import { MemoryZones } from "@namewright/conformance"
import { Rdata } from "@namewright/core/dns"
import { Effect } from "effect"
import { execFile } from "node:child_process"
import { temporaryFolder, writeIn } from "../../../../test/nameservers/NameserverProcess.ts"
import { requires } from "../../../../test/requires.ts"
import { makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import { type ExampleKey, newKey } from "../signing/ExampleKeys.ts"

const zone = "example.test"

const server = Effect.fnUntraced(function*(key: ExampleKey, denial: "nsec" | "nsec3") {
  const zones = new MemoryZones()
  yield* zones.put(zone, {
    serial: 1,
    signing: { keys: [key], denial },
    rrsets: [
      ["@", "DNSKEY", Rdata.text("DNSKEY", key.dnskey)],
      ["@", "MX", `10 mail.${zone}.`],
      ["mail", "A", "192.0.2.25"],
      ["www", "CNAME", `web.servers.${zone}.`],
      ["web.servers", "AAAA", "2001:db8::80"],
      ["*.wild", "TXT", "\"any\""],
      ["*.alias", "CNAME", `mail.${zone}.`],
      ["old", "DNAME", `servers.${zone}.`],
      ["secure", "NS", "ns.host.test."],
      ["secure", "DS", `60485 13 2 ${"AB".repeat(32)}`],
      ["insecure", "NS", "ns.host.test."],
      ["long", "TXT", ...Array.from({ length: 30 }, (_, index) => `"${index} ${"x".repeat(100)}"`)]
    ]
  })
  return yield* Effect.provide(makeEmbeddedNameserver({ port: 0 }), zones.layer)
})

/** What delv says of an answer. It asks this process, which must not wait for it in its only thread. */
const verdict = (port: number, anchors: string, owner: string, type: string): Effect.Effect<string> =>
  Effect.callback((resume) => {
    const name = owner === "@" ? zone : `${owner}.${zone}`
    const args = ["@127.0.0.1", "-p", String(port), "-a", anchors, `+root=${zone}`, name, type]
    execFile(
      "delv",
      args,
      { encoding: "utf8" },
      (_, stdout, stderr) =>
        resume(Effect.succeed(/^; (.*validated|unsigned.*)$/m.exec(stdout)?.[1] ?? stdout + stderr))
    )
  })

const positive = "fully validated"
const negative = "negative response, fully validated"

const cases: ReadonlyArray<readonly [owner: string, type: string, verdict: string]> = [
  ["@", "SOA", positive],
  ["@", "DNSKEY", positive],
  ["@", "MX", positive],
  ["mail", "A", positive],
  ["mail", "AAAA", negative],
  ["nobody", "A", negative],
  ["a.b.nobody", "A", negative],
  ["servers", "A", negative],
  ["www", "AAAA", positive],
  ["www", "A", positive],
  ["x.wild", "TXT", positive],
  ["x.y.wild", "TXT", positive],
  ["x.wild", "A", negative],
  ["wild", "TXT", negative],
  ["x.alias", "A", positive],
  ["web.old", "AAAA", positive],
  ["secure", "DS", positive],
  ["insecure", "DS", negative],
  ["long", "TXT", positive]
]

describe.each(["nsec", "nsec3"] as const)("answers from a zone with %s", requires("delv"), (denial) => {
  it.live("are valid for delv, also for missing names and types", () =>
    Effect.gen(function*() {
      const key = newKey()
      const { port } = yield* server(key, denial)
      const folder = yield* temporaryFolder("delv")
      const [flags, protocol, algorithm, ...words] = Rdata.text("DNSKEY", key.dnskey).split(" ")
      const anchors = writeIn(folder, "anchors", [
        `trust-anchors { "${zone}." static-key ${flags} ${protocol} ${algorithm} "${words.join("")}"; };`
      ])
      const verdicts = yield* Effect.forEach(cases, ([owner, type]) =>
        Effect.map(verdict(port, anchors, owner, type), (said) => [owner, type, said] as const))
      assert.deepStrictEqual(verdicts, cases)
    }))
})
