import {
  type DnsName,
  type Nameserver,
  type NameserverCapability,
  type NameserverDriver,
  type Publication,
  type PublishedZones,
  type RecordType
} from "@namewright/core/dns"
import { Context, Effect, Layer, type Scope } from "effect"
import * as assert from "../drivers/assert.ts"
import { contractCases, type ContractRunner, runContract } from "../drivers/ContractRunner.ts"
import { MemoryZones, nameOf, type WrittenRrset } from "./MemoryZones.ts"

/** A driver under test, and queries to its server, with Effect. */
export interface NameserverOfContract {
  readonly nameserver: Nameserver
  /** Data of the records in the server's answer, in canonical text and in any order. */
  readonly answers?: ((name: DnsName.DnsName, type: RecordType) => Effect.Effect<ReadonlyArray<string>>) | undefined
  /** Stops and restarts servers outside of the process. */
  readonly outage?: { readonly begin: Effect.Effect<void>; readonly end: Effect.Effect<void> } | undefined
}

/** A driver of `defineNameserver` under test, and queries to its server. */
export interface TestedNameserver {
  readonly driver: NameserverDriver
  /** Data of the records in the server's answer, in presentation text and in any order. `name` ends with a dot. */
  readonly answers?: ((name: string, type: string) => Promise<ReadonlyArray<string>>) | undefined
  /** Stops and restarts the server. */
  readonly outage?:
    | { readonly begin: () => Promise<void> | void; readonly end: () => Promise<void> | void }
    | undefined
}

/** Needs of a case: a capability of the driver, and what the test can do with its server. */
export type NameserverNeed = NameserverCapability | "answers" | "outage"

export interface NameserverContractOptions {
  /** `describe` and `it` of the test runner. */
  readonly runner: ContractRunner
  /** Capabilities of the driver, with `answers` and `outage` if the test has them. Other cases are reported as skipped. */
  readonly capabilities: ReadonlyArray<NameserverNeed>
  /** Time limit of a case; default 30 seconds. */
  readonly timeoutMillis?: number | undefined
}

class UnderTest extends Context.Service<UnderTest, NameserverOfContract & { readonly zones: MemoryZones }>()(
  "@namewright/conformance/dns/NameserverContract/UnderTest"
) {}

const serialOf = ({ nameserver }: NameserverOfContract, publication: Publication) =>
  Effect.map(nameserver.publish([publication]), ([served]) => served)

const fail = (need: string): never => {
  throw new Error(`The nameserver under test has no ${need}`)
}

const answersOf = ({ answers }: NameserverOfContract) => answers ?? fail("answers")

/** RRsets whose text contains the version of the zone. */
const versioned = (serial: number, count = 100): ReadonlyArray<WrittenRrset> =>
  Array.from({ length: count }, (_, index) => [`host${index}`, "TXT", `"version ${serial}"`])

const one: ReadonlyArray<WrittenRrset> = [["www", "A", "192.0.2.1"]]

const cases = contractCases<UnderTest, NameserverNeed>((it) => {
  it.effect("reports the serial of a published zone", () =>
    Effect.gen(function*() {
      const test = yield* UnderTest
      const publication = yield* test.zones.put("reported.test", { serial: 2026112200, rrsets: one })
      assert.deepStrictEqual(yield* serialOf(test, publication), {
        name: publication.name,
        serial: 2026112200,
        problem: null
      })
    }))

  it.needs("answers").effect("serves a published zone and reports its serial", () =>
    Effect.gen(function*() {
      const test = yield* UnderTest
      const publication = yield* test.zones.put("new.test", { serial: 2026112200, rrsets: one })
      const served = { name: publication.name, serial: 2026112200, problem: null }
      assert.deepStrictEqual(yield* serialOf(test, publication), served)
      assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.new.test"), "A"), ["192.0.2.1"])
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

  it.needs("answers").effect("serves a version completely, and nothing of earlier ones", () =>
    Effect.gen(function*() {
      const test = yield* UnderTest
      const publish = Effect.fnUntraced(function*(serial: number, rrsets: ReadonlyArray<WrittenRrset>) {
        const publication = yield* test.zones.put("whole.test", { serial, rrsets })
        assert.strictEqual((yield* serialOf(test, publication))?.serial, serial)
      })
      yield* publish(2026112200, [["old", "A", "192.0.2.1"], ...versioned(2026112200)])
      yield* publish(2026112201, versioned(2026112201))
      for (const index of [0, 1, 50, 99]) {
        const answer = yield* answersOf(test)(nameOf(`host${index}.whole.test`), "TXT")
        assert.deepStrictEqual(answer, ["\"version 2026112201\""])
      }
      assert.deepStrictEqual(yield* answersOf(test)(nameOf("old.whole.test"), "A"), [])
    }))

  it.needs("answers").effect("serves many zones of one call", () =>
    Effect.gen(function*() {
      const test = yield* UnderTest
      const names = Array.from({ length: 20 }, (_, index) => `many${index}.test`)
      const publications = yield* Effect.forEach(names, (each) => test.zones.put(each, { serial: 1, rrsets: one }))
      const served = yield* test.nameserver.publish(publications)
      assert.sameMembers(served.map((each) => each.name), publications.map((each) => each.name))
      assert.deepStrictEqual(served.map(({ problem, serial }) => [serial, problem]), names.map(() => [1, null]))
      assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.many19.test"), "A"), ["192.0.2.1"])
    }))

  it.needs("answers", "removal").effect(
    "serves a zone and the zone above it, and removes only the former",
    () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        yield* serialOf(test, yield* test.zones.put("above.test", { serial: 1, rrsets: one }))
        yield* serialOf(test, yield* test.zones.put("below.above.test", { serial: 5, rrsets: one }))
        assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.below.above.test"), "A"), ["192.0.2.1"])
        const gone = yield* serialOf(test, test.zones.remove("below.above.test"))
        assert.deepStrictEqual([gone?.serial, gone?.problem], [null, null])
        assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.below.above.test"), "A"), [])
        assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.above.test"), "A"), ["192.0.2.1"])
      })
  )

  it.needs("answers", "removal").effect("removes a zone, and accepts a repeated removal", () =>
    Effect.gen(function*() {
      const test = yield* UnderTest
      yield* serialOf(test, yield* test.zones.put("gone.test", { serial: 1, rrsets: one }))
      const removal = test.zones.remove("gone.test")
      for (const _ of [1, 2]) {
        const served = yield* serialOf(test, removal)
        assert.deepStrictEqual([served?.serial, served?.problem], [null, null])
      }
      assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.gone.test"), "A"), [])
    }))

  it.needs("answers", "removal").effect(
    "serves a zone that is created again, whatever serial the old one had",
    () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        yield* serialOf(test, yield* test.zones.put("anew.test", { serial: 2026112209, rrsets: one }))
        yield* serialOf(test, test.zones.remove("anew.test"))
        const rrsets: ReadonlyArray<WrittenRrset> = [["www", "A", "192.0.2.9"]]
        const served = yield* serialOf(test, yield* test.zones.put("anew.test", { serial: 2026112200, rrsets }))
        assert.deepStrictEqual([served?.serial, served?.problem], [2026112200, null])
        assert.deepStrictEqual(yield* answersOf(test)(nameOf("www.anew.test"), "A"), ["192.0.2.9"])
      })
  )

  it.needs("outage").effect(
    "reports an unreachable server, and continues when it is reachable",
    () =>
      Effect.gen(function*() {
        const test = yield* UnderTest
        const { begin, end } = test.outage ?? fail("outage")
        yield* serialOf(test, yield* test.zones.put("outage.test", { serial: 1, rrsets: one }))
        yield* begin
        const publication = yield* test.zones.put("outage.test", { serial: 2, rrsets: versioned(2) })
        const missed = yield* serialOf(test, publication)
        assert.isNotNull(missed?.problem)
        assert.notStrictEqual(missed?.serial, 2)
        yield* end
        const served = yield* serialOf(test, publication)
        assert.deepStrictEqual([served?.serial, served?.problem], [2, null])
      })
  )
})

type Started<E> = Effect.Effect<NameserverOfContract, E, PublishedZones | Scope.Scope>

/**
 * Contract of nameserver drivers, in real time. The server is started once without zones; each case has its own zones.
 * With Effect, pass an effect that starts a server.
 *
 * @example
 * import * as runner from "node:test"
 * nameserverContract("edge", () => ({ driver: edge(client), answers }), { runner, capabilities: ["removal", "answers"] })
 */
export const nameserverContract = <E = never>(
  name: string,
  make: Started<E> | (() => TestedNameserver | Promise<TestedNameserver>),
  { capabilities, runner, timeoutMillis }: NameserverContractOptions
): void => {
  const zones = new MemoryZones()
  const started: Started<E> = Effect.isEffect(make)
    ? make
    : Effect.flatMap(Effect.promise(async () => make()), withEffects)
  runContract<UnderTest, E, NameserverNeed>({
    name: `Nameserver (${name})`,
    runner,
    layer: Layer.effect(UnderTest, Effect.map(started, (it) => ({ ...it, zones }))).pipe(Layer.provide(zones.layer)),
    offered: new Set(capabilities),
    cases,
    timeoutMillis
  })
}

const withEffects = ({ answers, driver, outage }: TestedNameserver) =>
  Effect.map(driver.nameserver, (nameserver): NameserverOfContract => ({
    nameserver,
    ...(answers === undefined ? {} : { answers: (name, type) => Effect.promise(() => answers(name, type)) }),
    ...(outage === undefined
      ? {}
      : {
        outage: {
          begin: Effect.promise(async () => outage.begin()),
          end: Effect.promise(async () => outage.end())
        }
      })
  }))
