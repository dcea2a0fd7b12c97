import { assert, describe, layer } from "@effect/vitest"
import { asSystem } from "@namewright/core/access"
import { Zones } from "@namewright/core/dns"
import { Effect, Schedule } from "effect"
import { requires } from "../../../../test/requires.ts"
import { registrant } from "../domains/dnssecCaller.ts"
import { anchorsOf, embeddedPlatform, ours, verdict } from "./EmbeddedPlatform.ts"

const valid = "; fully validated"
const absent = "; negative response, fully validated"
const insecure = "; unsigned answer"
const insecurelyAbsent = "; negative response, unsigned answer"

for (const denial of ["nsec", "nsec3"] as const) {
  describe(`Zones below a signed zone (${denial}), on the nameserver of that,`, requires("delv"), () => {
    layer(embeddedPlatform(denial), { excludeTestServices: true })("by the DS at its registry", (it) => {
      it.effect(
        "are valid to delv when they are signed, provably insecure when not, and absent when they are gone",
        () =>
          Effect.gen(function*() {
            const call = yield* registrant
            const zones = yield* Zones
            const top = "delegating.com"
            yield* call.register(top, { nameservers: ours })
            const make = (name: string) =>
              Effect.orDie(asSystem(
                call.organization,
                zones.create({
                  name,
                  rrsets: [{ name: "www", type: "A", ttl: 300, records: [{ rdata: "192.0.2.1" }] }]
                })
              ))
            const sign = (name: string) =>
              Effect.map(
                call("POST", `/v1/dns/${name}/dnssec/enable`),
                ({ body }) => assert.strictEqual(body.dnssec_registry_publish, "published")
              )
            for (const name of [top, `signed.${top}`, `plain.${top}`, `below.signed.${top}`]) yield* make(name)
            yield* sign(top)
            const anchors = yield* anchorsOf(top)
            assert.lengthOf(anchors, 1)
            /** Nameservers are given a change within a second. */
            const expected = (verdicts: Readonly<Record<string, string>>) =>
              Effect.forEach(Object.entries(verdicts), ([question, wanted]) => {
                const [name = "", type = ""] = question.split(" ")
                return verdict(top, anchors, `${name}.${top}`, type).pipe(
                  Effect.repeat({
                    until: (found) => found === wanted,
                    times: 30,
                    schedule: Schedule.spaced("100 millis")
                  }),
                  Effect.map((found) => assert.strictEqual(found, wanted, question))
                )
              })
            yield* expected({
              "www.signed A": insecure,
              "signed DS": absent,
              "www.plain A": insecure,
              "missing.plain A": insecurelyAbsent,
              "www.below.signed A": insecure
            })
            yield* sign(`signed.${top}`)
            yield* expected({
              "signed DS": valid,
              "signed NS": valid,
              "www.signed A": valid,
              "missing.signed A": absent,
              "www.signed AAAA": absent,
              "below.signed DS": absent,
              "www.below.signed A": insecure,
              "www.plain A": insecure,
              "plain DS": absent,
              "missing A": absent
            })
            yield* sign(`below.signed.${top}`)
            yield* expected({ "below.signed DS": valid, "www.below.signed A": valid })
            yield* make(`a.b.c.plain.${top}`)
            yield* call("DELETE", `/v1/dns/plain.${top}`)
            yield* call("DELETE", `/v1/dns/signed.${top}`)
            yield* expected({
              "www.plain A": absent,
              "plain DS": absent,
              "signed DS": absent,
              "c.plain NS": absent,
              "www.a.b.c.plain A": insecure,
              "below.signed DS": valid,
              "www.below.signed A": valid
            })
          }),
        120_000
      )
    })
  })
}
