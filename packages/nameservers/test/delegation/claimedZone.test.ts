import { assert, describe, it } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { ZoneClaims, ZonePublications, Zones } from "@namewright/core/dns"
import { layerPlatform } from "@namewright/core/embed"
import { OrganizationOperations } from "@namewright/core/organizations"
import { CurrentActor, type DnsSettings } from "@namewright/core/shared"
import { Effect, Option, Result } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { askServer } from "../../src/delegation/askServer.ts"
import { embeddedNameserver, Message, publicOwnershipProof, rcodes, rrTypes } from "../../src/index.ts"
import { respondingServer } from "../transport/respondingServer.ts"
import { nameIn, publicDnsOfTest, recordIn } from "./PublicDnsOfTest.ts"

const [platform, hoster] = ["127.0.2.1", "127.0.3.1"] as const
const parents = ["127.0.1.1", "127.0.1.2"]

const hosts = {
  "a.nic.com": ["127.0.1.1"],
  "b.nic.com": ["127.0.1.2"],
  "ns1.platform.net": [platform],
  "ns1.hoster.net": [hoster]
}

const dns: Partial<DnsSettings> = { nameservers: ["ns1.platform.net"], anycast: { ipv4: [platform], ipv6: [] } }

/** The nameservers of `com` and of a hoster, whose records a test writes by the name that is asked for. */
const writtenDns = Effect.gen(function*() {
  const records = new Map<string, ReadonlyArray<Message.ResourceRecord>>()
  const { port, resolver } = yield* publicDnsOfTest({ tops: { com: ["a.nic.com", "b.nic.com"] }, hosts, servers: {} })
  for (const host of [...parents, hoster]) {
    yield* respondingServer((octets, _, reply) => {
      const asked = Result.getOrThrow(Message.decode(octets))
      const found = records.get(asked.questions[0]?.name ?? "") ?? []
      const isReferral = found.some(({ type }) => type === rrTypes.NS)
      return reply(Message.encode({
        ...asked,
        isResponse: true,
        isAuthoritative: !isReferral,
        ...isReferral ? { authorities: found } : { answers: found }
      }))
    }, { host, port })
  }
  const write = (name: string, type: "NS" | "TXT", text: string) => records.set(name, [recordIn(name, type, text)])
  return { port, resolver, write }
})

describe("a claim on a platform with embedded nameservers", () => {
  it.live("decides which zones they serve", () =>
    Effect.gen(function*() {
      const { port, resolver, write } = yield* writtenDns
      const layer = layerPlatform({
        storage: memoryDatabase(),
        environment: "production",
        dns,
        nameservers: embeddedNameserver({ host: platform, port }),
        ownershipProof: publicOwnershipProof({ resolvers: [resolver], port, loopback: true, timeout: 500 })
      })
      yield* Effect.gen(function*() {
        const operations = yield* OrganizationOperations
        const zones = yield* Zones
        const claims = yield* ZoneClaims
        const publications = yield* ZonePublications
        const { organization_id } = yield* operations.createParent({ name: "Example" })
        const act = Effect.provideService(CurrentActor, administrator(organization_id))
        const rrsets = [{ name: "www", type: "A" as const, ttl: 300, records: [{ rdata: "192.0.2.1" }] }]

        const claimed = Effect.fnUntraced(
          function*(zone: string, answer: (own: string, challenge: string) => void) {
            const { ownership } = yield* act(zones.create({ name: zone, rrsets }))
            answer(ownership.nameservers[0] ?? "", `"${ownership.challenge.value}"`)
            const { proof, state } = (yield* act(claims.claim(zone))).ownership
            yield* publications.drain
            const options = { transport: "udp", timeout: 500 } as const
            const query = askServer({ host: platform, port }, nameIn(`www.${zone}.`), rrTypes.A, options)
            const answered = Option.getOrThrow(yield* query)
            return [state, proof, answered.rcode === rcodes.REFUSED ? "refused" : answered.answers[0]?.rdata.join(".")]
          }
        )

        assert.deepStrictEqual(
          yield* claimed("common-victim.com", () => write("common-victim.com.", "NS", "ns1.platform.net.")),
          ["unproven", null, "refused"]
        )
        assert.deepStrictEqual(
          yield* claimed("own-victim.com", (own) => write("own-victim.com.", "NS", own)),
          ["proven", "own_nameservers", "192.0.2.1"]
        )
        assert.deepStrictEqual(
          yield* claimed("delegated-victim.com", (_, challenge) => {
            write("delegated-victim.com.", "NS", "ns1.hoster.net.")
            write("_namewright-challenge.delegated-victim.com.", "TXT", challenge)
          }),
          ["proven", "challenge", "192.0.2.1"]
        )
      }).pipe(Effect.provide(layer))
    }).pipe(Effect.scoped))
})
