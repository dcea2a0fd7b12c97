import { assert, layer } from "@effect/vitest"
import {
  type DnsName,
  type Nameserver,
  type Publication,
  type PublishedZones,
  type RecordType
} from "@namewright/core/dns"
import { Context, Effect, Layer, type Scope } from "effect"
import { MemoryZones, nameOf, type WrittenRrset } from "./MemoryZones.ts"

/** A driver under test, and queries to its server. */
export interface NameserverOfContract {
  readonly nameserver: Nameserver
  /** Data of the records in the server's answer, in canonical text and in any order. */
  readonly answers: (name: DnsName.DnsName, type: RecordType) => Effect.Effect<ReadonlyArray<string>>
  /** Stops and restarts servers outside of the process. */
  readonly outage?: { readonly begin: Effect.Effect<void>; readonly end: Effect.Effect<void> }
}

class UnderTest extends Context.Service<UnderTest, NameserverOfContract & { readonly zones: MemoryZones }>()(
  "@namewright/conformance/dns/NameserverContract/UnderTest"
) {}

const serialOf = ({ nameserver }: NameserverOfContract, publication: Publication) =>
  Effect.map(nameserver.publish([publication]), ([served]) => served)

/** RRsets whose text contains the version of the zone. */
const versioned = (serial: number, count = 100): ReadonlyArray<WrittenRrset> =>
  Array.from({ length: count }, (_, index) => [`host${index}`, "TXT", `"version ${serial}"`])

const one: ReadonlyArray<WrittenRrset> = [["www", "A", "192.0.2.1"]]

/**
 * Contract of nameserver drivers. The server is started once without zones; each test has its own zones. It runs in
 * real time.
 */
export const nameserverContract = <E>(
  name: string,
  started: Effect.Effect<NameserverOfContract, E, PublishedZones | Scope.Scope>
) => {
  const zones = new MemoryZones()
  const underTest = Layer.effect(UnderTest, Effect.map(started, (it) => ({ ...it, zones }))).pipe(
    Layer.provide(zones.layer)
  )
  layer(underTest, { excludeTestServices: true, timeout: "30 seconds" })(`Nameserver (${name})`, (it) => {
    it.effect("serves a published zone and reports its serial", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        const publication = yield* test.zones.put("new.test", { serial: 2026112200, rrsets: one })
        const served = { name: publication.name, serial: 2026112200, problem: null }
        assert.deepStrictEqual(yield* serialOf(test, publication), served)
        assert.deepStrictEqual(yield* test.answers(nameOf("www.new.test"), "A"), ["192.0.2.1"])
      }))

    it.effect("accepts a repeated publication, and one of an earlier serial", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        const past = yield* test.zones.put("repeated.test", { serial: 2026112200, rrsets: one })
        const publication = yield* test.zones.put("repeated.test", { serial: 2026112201, rrsets: one })
        const served = { name: publication.name, serial: 2026112201, problem: null }
        for (const each of [publication, publication, past]) {
          assert.deepStrictEqual(yield* serialOf(test, each), served)
        }
      }))

    it.effect("serves a version completely, and nothing of earlier ones", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        const publish = Effect.fnUntraced(function*(serial: number, rrsets: ReadonlyArray<WrittenRrset>) {
          const publication = yield* test.zones.put("whole.test", { serial, rrsets })
          assert.strictEqual((yield* serialOf(test, publication))?.serial, serial)
        })
        yield* publish(2026112200, [["old", "A", "192.0.2.1"], ...versioned(2026112200)])
        yield* publish(2026112201, versioned(2026112201))
        for (const index of [0, 1, 50, 99]) {
          const answer = yield* test.answers(nameOf(`host${index}.whole.test`), "TXT")
          assert.deepStrictEqual(answer, ["\"version 2026112201\""])
        }
        assert.deepStrictEqual(yield* test.answers(nameOf("old.whole.test"), "A"), [])
      }))

    it.effect("serves many zones of one call", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        const names = Array.from({ length: 20 }, (_, index) => `many${index}.test`)
        const publications = yield* Effect.forEach(names, (each) => test.zones.put(each, { serial: 1, rrsets: one }))
        const served = yield* test.nameserver.publish(publications)
        assert.sameMembers(served.map((each) => each.name), publications.map((each) => each.name))
        assert.deepStrictEqual(served.map(({ problem, serial }) => [serial, problem]), names.map(() => [1, null]))
        assert.deepStrictEqual(yield* test.answers(nameOf("www.many19.test"), "A"), ["192.0.2.1"])
      }))

    it.effect("serves a zone and the zone above it, and removes only the former", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        yield* serialOf(test, yield* test.zones.put("above.test", { serial: 1, rrsets: one }))
        yield* serialOf(test, yield* test.zones.put("below.above.test", { serial: 5, rrsets: one }))
        assert.deepStrictEqual(yield* test.answers(nameOf("www.below.above.test"), "A"), ["192.0.2.1"])
        const gone = yield* serialOf(test, test.zones.remove("below.above.test"))
        assert.deepStrictEqual([gone?.serial, gone?.problem], [null, null])
        assert.deepStrictEqual(yield* test.answers(nameOf("www.below.above.test"), "A"), [])
        assert.deepStrictEqual(yield* test.answers(nameOf("www.above.test"), "A"), ["192.0.2.1"])
      }))

    it.effect("removes a zone, and accepts a repeated removal", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        yield* serialOf(test, yield* test.zones.put("gone.test", { serial: 1, rrsets: one }))
        const removal = test.zones.remove("gone.test")
        for (const _ of [1, 2]) {
          const served = yield* serialOf(test, removal)
          assert.deepStrictEqual([served?.serial, served?.problem], [null, null])
        }
        assert.deepStrictEqual(yield* test.answers(nameOf("www.gone.test"), "A"), [])
      }))

    it.effect("serves a zone that is created again, whatever serial the old one had", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        yield* serialOf(test, yield* test.zones.put("anew.test", { serial: 2026112209, rrsets: one }))
        yield* serialOf(test, test.zones.remove("anew.test"))
        const rrsets: ReadonlyArray<WrittenRrset> = [["www", "A", "192.0.2.9"]]
        const served = yield* serialOf(test, yield* test.zones.put("anew.test", { serial: 2026112200, rrsets }))
        assert.deepStrictEqual([served?.serial, served?.problem], [2026112200, null])
        assert.deepStrictEqual(yield* test.answers(nameOf("www.anew.test"), "A"), ["192.0.2.9"])
      }))

    it.effect("reports an unreachable server, and continues when it is reachable", () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        if (test.outage === undefined) return
        yield* serialOf(test, yield* test.zones.put("outage.test", { serial: 1, rrsets: one }))
        yield* test.outage.begin
        const publication = yield* test.zones.put("outage.test", { serial: 2, rrsets: versioned(2) })
        const missed = yield* serialOf(test, publication)
        assert.isNotNull(missed?.problem)
        assert.notStrictEqual(missed?.serial, 2)
        yield* test.outage.end
        const served = yield* serialOf(test, publication)
        assert.deepStrictEqual([served?.serial, served?.problem], [2, null])
      }))
  })
}
