import { assert, describe, it } from "@effect/vitest"
import { MemoryZones, type WrittenRrset } from "@namewright/conformance"
import { type Denial, DnsName, type PublishedZone, PublishedZones } from "@namewright/core/dns"
import { Effect, Layer, Option, Result } from "effect"
import { requires } from "../../../../test/requires.ts"
import { Draw } from "../../../core/test/dns/Draw.ts"
import { makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import { type Message, rrTypes, WireName } from "../../src/index.ts"
import { askOverTcp } from "../embedded/askOverTcp.ts"
import { drawnZone, drawOwner } from "../embedded/drawnZone.ts"
import { question, serverOfTest } from "../embedded/ServerOfTest.ts"
import { makeDelv } from "./Delv.ts"
import { type ExampleKey, newKey } from "./ExampleKeys.ts"
import { typeText } from "./signingText.ts"

const denials: ReadonlyArray<Denial> = ["nsec", "nsec3"]
const digest = "8ACBB0CD28F41250A80A491389424D341522D946B0DA0C0291F2D3D7 71D7805A"

const there = "validated"
const absent = "absence validated"

const rrsets: ReadonlyArray<WrittenRrset> = [
  ["www", "A", "192.0.2.1"],
  ["www", "MX", "10 Mail.example.test."],
  ["alias", "CNAME", "www.example.test."],
  ["*.wild", "A", "192.0.2.2"],
  ["*.away", "CNAME", "www.example.test."],
  ["lost", "CNAME", "missing.example.test."],
  ["deep.below.ent", "TXT", "\"x\""],
  ["tree", "DNAME", "site.example.test."],
  ["a.site", "A", "192.0.2.3"],
  ["signed", "NS", "ns.signed.example.test."],
  ["signed", "DS", `60485 13 2 ${digest}`],
  ["ns.signed", "A", "192.0.2.4"],
  ["unsigned", "NS", "ns.unsigned.example.test."],
  ["ns.unsigned", "A", "192.0.2.5"],
  ["\\000\\200", "A", "192.0.2.6"]
]

const cases: ReadonlyArray<readonly [what: string, name: string, type: string, verdict: string]> = [
  ["a record", "www", "A", there],
  ["names in capitals", "WWW", "MX", there],
  ["unusual octets", "\\000\\200", "A", there],
  ["the keys", "@", "DNSKEY", there],
  ["the SOA", "@", "SOA", there],
  ["the nameservers", "@", "NS", there],
  ["an alias", "alias", "A", there],
  ["an alias of nothing", "lost", "A", there],
  ["a wildcard", "any.wild", "A", there],
  ["a wildcard, several labels below", "a.b.c.wild", "A", there],
  ["an alias from a wildcard", "x.away", "A", there],
  ["a DNAME", "tree", "DNAME", there],
  ["a name below a DNAME", "a.tree", "A", there],
  ["the DS of a delegation", "signed", "DS", there],
  ["a missing name", "missing", "A", absent],
  ["a missing name deep below", "a.b.c.missing", "A", absent],
  ["a missing name below one that exists", "a.www", "A", absent],
  ["a missing name beside one below an empty name", "x.below.ent", "A", absent],
  ["the first and the last name there could be", "\\000", "A", absent],
  ["a name after all others", "\\255", "A", absent],
  ["a missing type", "www", "AAAA", absent],
  ["a missing type at the apex", "@", "TXT", absent],
  ["a missing type beside an alias", "*.away", "TXT", there],
  ["an empty name", "ent", "A", absent],
  ["an empty name below another", "below.ent", "TXT", absent],
  ["a missing type of a wildcard", "any.wild", "TXT", absent],
  ["a missing type of a wildcard asked for itself", "*.wild", "TXT", absent],
  ["the missing DS of a delegation", "unsigned", "DS", absent],
  ["a missing DS", "www", "DS", absent]
]

const nameAt = (owner: string): string => owner === "@" ? "example.test." : `${owner}.example.test.`

const servedWith = Effect.fnUntraced(function*(denial: Denial, keys: ReadonlyArray<ExampleKey>) {
  const zones = new MemoryZones()
  const dnskeys = keys.map(({ public_key }) => `257 3 13 ${public_key}`)
  const publication = yield* zones.put("example.test", {
    serial: 2026112201,
    rrsets: [["@", "DNSKEY", ...dnskeys], ...rrsets],
    signing: { keys, denial }
  })
  const { nameserver } = yield* serverOfTest(zones)
  yield* nameserver.publish([publication])
  return nameserver
})

describe.each(denials)("answers of the embedded server with %s", requires("delv"), (denial) => {
  it.live("are validated by delv for every kind of response", () =>
    Effect.gen(function*() {
      const keys = [newKey()]
      const { port } = yield* servedWith(denial, keys)
      const delv = yield* makeDelv("example.test", keys, port)
      const verdicts = yield* Effect.forEach(cases, ([what, owner, type]) =>
        Effect.map(delv.verdict(nameAt(owner), type), (verdict) => [what, verdict] as const), { concurrency: 4 })
      assert.deepStrictEqual(
        verdicts,
        cases.map(([what, , , verdicts]) =>
          [what, verdicts] as const
        )
      )
    }))

  it.live("are validated with either key while one is rolled", () =>
    Effect.gen(function*() {
      const keys = [newKey(), newKey()]
      const { port } = yield* servedWith(denial, keys)
      for (const key of keys) {
        const delv = yield* makeDelv("example.test", [key], port)
        assert.strictEqual(yield* delv.verdict(nameAt("www"), "A"), there)
        assert.strictEqual(yield* delv.verdict(nameAt("missing"), "A"), absent)
      }
    }))

  it.live("are not validated with another key", () =>
    Effect.gen(function*() {
      const { port } = yield* servedWith(denial, [newKey()])
      const delv = yield* makeDelv("example.test", [newKey()], port)
      assert.include(yield* delv.verdict(nameAt("www"), "A"), "resolution failed")
    }))

  it.live("are validated for every name and type of generated zones, and for names that may be missing", () =>
    Effect.gen(function*() {
      for (const seed of [11, 12, 13]) {
        const keys = [newKey()]
        const draw = new Draw(seed)
        const zone = yield* drawnZone(draw, "example.test", keys, denial)
        const nameserver = yield* Effect.provide(
          makeEmbeddedNameserver({ port: 0, rateLimit: null }),
          publishing(zone)
        )
        const delv = yield* makeDelv("example.test", keys, nameserver.port)
        const questions = questionsFor(zone, draw)
        const answers = yield* Effect.promise(() =>
          askOverTcp(nameserver, questions.map(([name, type]) => question(name, type, { edns })))
        )
        const asked = questions.filter(([, type], index) => {
          const answer = answers[index]
          return answer !== undefined && isInZone(answer, zone.name, type)
        })
        const judged = yield* Effect.forEach(
          asked,
          ([name, type]) =>
            Effect.map(delv.verdict(name, typeText(type)), (verdict) => ({ name, type: typeText(type), verdict })),
          {
            concurrency: 4
          }
        )
        assert.deepStrictEqual(judged.filter(({ verdict }) => verdict !== there && verdict !== absent), [])
        assert.isAbove(judged.length, 30)
      }
    }))
})

const edns = { udpSize: 1232, version: 0, dnssecOk: true, options: [] }

const publishing = (zone: PublishedZone) =>
  Layer.succeed(PublishedZones, {
    get: (name) => Effect.succeed(name === zone.name ? Option.some(zone) : Option.none()),
    page: () => Effect.succeed([zone]),
    differences: () => Effect.succeedNone
  })

const types = [rrTypes.A, rrTypes.TXT, rrTypes.MX, rrTypes.DS]

const questionsFor = (
  zone: PublishedZone,
  draw: Draw
): ReadonlyArray<readonly [name: DnsName.DnsName, type: number]> => {
  const drawn = draw.times(20, () => Result.getOrThrow(DnsName.parse(drawOwner(draw, 4), zone.name)))
  return [...new Set([...zone.rrsets.map(({ name }) => name), ...drawn])].flatMap((name) =>
    // The DS of the zone itself is its parent's.
    types.filter((type) => name !== zone.name || type !== rrTypes.DS).map((type) => [name, type] as const)
  )
}

const targetOf = (rdata: Uint8Array): DnsName.DnsName => WireName.toDnsName(WireName.ofOctets(rdata))

/** Whether all that delv looks for is in the zone: no referral, and no alias that leads out of it or around in a circle. */
const isInZone = (
  { answers, authorities, isAuthoritative }: Message.DecodedMessage,
  zone: DnsName.DnsName,
  type: number
): boolean =>
  isAuthoritative
  && (answers.some((record) => record.type === type) || authorities.some((record) => record.type === rrTypes.SOA))
  && answers.filter((record) => record.type === rrTypes.CNAME).every(({ rdata }) =>
    DnsName.isWithin(targetOf(rdata), zone)
  )
