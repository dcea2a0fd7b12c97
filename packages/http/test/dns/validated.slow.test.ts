import { assert, describe, layer } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { Zones } from "@namewright/core/dns"
import { Effect } from "effect"
import { requires } from "../../../../test/requires.ts"
import { registrant } from "../domains/dnssecCaller.ts"
import { anchorsOf, embeddedPlatform, ours, untilKeys, verdict } from "./EmbeddedPlatform.ts"

for (const denial of ["nsec", "nsec3"] as const) {
  describe(`A signed zone (${denial}), from the registry down,`, requires("delv"), () => {
    layer(embeddedPlatform(denial), { excludeTestServices: true })("on the embedded nameserver", (it) => {
      it.effect(
        "is valid to delv by the DS at its registry, before and after it gets a second key",
        () =>
          Effect.gen(function*() {
            const call = yield* registrant
            const zones = yield* Zones
            const name = "validated.com"
            yield* call.register(name, {
              nameservers: ours
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
