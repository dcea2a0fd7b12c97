import { assert, describe, it } from "@effect/vitest"
import { PublishedZones, type Rrset, type Zone } from "@namewright/core/dns"
import { Timetable } from "@namewright/core/shared"
import { Effect, Fiber, Option } from "effect"
import { TestClock } from "effect/testing"
import { nameOf } from "../ExampleZone.ts"
import { createdZone, Outside, publicationPlatform } from "../publication/PublicationPlatform.ts"

const alias = (owner: string, target: string): Rrset => ({
  name: nameOf(owner),
  type: "ALIAS",
  ttl: 300,
  records: [target],
  protected_reason: null
})

/** Owners with the addresses that are published for them; the apex is left out. */
const addresses = Effect.fnUntraced(function*({ name }: Zone) {
  const zones = yield* PublishedZones
  const { rrsets } = Option.getOrThrow(yield* zones.get(name))
  return rrsets.slice(2).map((rrset) => `${rrset.name.replace(name, "")} ${rrset.records.join(" ")}`)
})

const serialOf = ({ name }: Zone) =>
  PublishedZones.use((zones) => Effect.map(zones.get(name), (zone) => Option.getOrThrow(zone).serial))

/** A round of the refresh. Returns true if more names are due. */
const round = Effect.gen(function*() {
  const work = (yield* (yield* Timetable).works).find(({ name }) => name === "dns.aliases")
  return yield* work === undefined ? Effect.die(new Error("Aliases are not refreshed")) : work.run
})

/** Runs an effect whose next `count` look-ups begin at once, and ends them by the clock. */
const endedAfter = Effect.fnUntraced(
  function*<A, E, R>(seconds: number, count: number, effect: Effect.Effect<A, E, R>) {
    const names = yield* Outside
    const expected = names.asked.length + count
    const running = yield* Effect.forkChild(effect)
    while (names.asked.length < expected) yield* Effect.yieldNow
    yield* TestClock.adjust(`${seconds * 1000 - 1} millis`)
    assert.isUndefined(running.pollUnsafe())
    yield* TestClock.adjust("1 millis")
    return yield* Fiber.join(running)
  }
)

const answer = (...ipv4: ReadonlyArray<string>) => ({ ipv4, ipv6: [], ttl: 3600 })

const targetOf = (index: number) => `t${index}.host.test.`

/** A zone with many ALIAS records, whose targets `t0` to `t249` never answer; the other targets resolve. */
const mostlySilent = Effect.fnUntraced(function*() {
  const names = yield* Outside
  const indexes = Array.from({ length: 260 }, (_, index) => index)
  for (const index of indexes) {
    if (index < 250) names.silent.add(targetOf(index))
    else names.set(targetOf(index), answer(`93.184.216.${index - 200}`))
  }
  return yield* createdZone(indexes.map((index) => alias(`h${index}.`, targetOf(index))))
})

describe("look-ups of ALIAS targets", () => {
  it.effect("ask once for a target that many owners share, at first and later", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      names.set("a.host.test.", answer("93.184.216.1"))
      names.set("b.host.test.", answer("93.184.216.2"))
      const zone = yield* createdZone([
        ...Array.from({ length: 30 }, (_, index) => alias(`h${index}.`, "a.host.test.")),
        alias("other.", "b.host.test.")
      ])
      const found = yield* addresses(zone)
      assert.lengthOf(found.filter((owner) => owner.endsWith(" 93.184.216.1")), 30)
      assert.include(found, "other. 93.184.216.2")
      assert.deepStrictEqual(names.asked.toSorted(), ["a.host.test.", "b.host.test."])
      const serial = yield* serialOf(zone)

      names.set("a.host.test.", answer("93.184.216.9"))
      yield* TestClock.adjust("1 hour")
      yield* round
      assert.deepStrictEqual(names.asked.slice(2).toSorted(), ["a.host.test.", "b.host.test."])
      assert.lengthOf((yield* addresses(zone)).filter((owner) => owner.endsWith(" 93.184.216.9")), 30)
      // One change of the zone, whatever the number of its owners.
      assert.strictEqual(yield* serialOf(zone), serial + 1)
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("end after three seconds with the addresses known by then, and are not repeated by publications", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const zone = yield* createdZone([alias("dead.", "dead.host.test."), alias("www.", "www.host.test.")])
      names.silent.add("dead.host.test.")
      names.set("www.host.test.", answer("93.184.216.1"))
      assert.deepStrictEqual(yield* endedAfter(3, 2, addresses(zone)), ["www. 93.184.216.1"])
      assert.deepStrictEqual(yield* addresses(zone), ["www. 93.184.216.1"])
      assert.lengthOf(names.asked, 2)
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("are finished by rounds of the refresh if many targets never answer", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const zone = yield* mostlySilent()
      assert.deepStrictEqual(yield* endedAfter(3, 100, addresses(zone)), [])
      assert.lengthOf(names.asked, 100)
      assert.isTrue(yield* endedAfter(5, 100, round))
      assert.isTrue(yield* endedAfter(5, 100, round))
      assert.isFalse(yield* endedAfter(5, 60, round))
      const found = yield* addresses(zone)
      assert.sameMembers(found, Array.from({ length: 10 }, (_, index) => `h${250 + index}. 93.184.216.${50 + index}`))

      names.silent.clear()
      names.set(targetOf(0), answer("93.184.216.1"))
      yield* TestClock.adjust("1 minute")
      while (yield* round) { /* Until nothing is due. */ }
      assert.include(yield* addresses(zone), "h0. 93.184.216.1")
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("are less frequent for a target that keeps failing, until it can be resolved again", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const zone = yield* createdZone([alias(".", "a.host.test.")])
      names.set("a.host.test.", { ...answer("93.184.216.1"), ttl: 60 })
      yield* addresses(zone)
      const minutesUntilLookUp = Effect.gen(function*() {
        const before = names.asked.length
        let minutes = 0
        for (; names.asked.length === before; minutes++) {
          yield* TestClock.adjust("1 minute")
          yield* round
        }
        return minutes
      })
      names.delete("a.host.test.")
      const failing: Array<number> = []
      for (let count = 0; count < 7; count++) failing.push(yield* minutesUntilLookUp)
      assert.deepStrictEqual(failing, [1, 1, 2, 4, 8, 15, 15])
      assert.deepStrictEqual(yield* addresses(zone), [" 93.184.216.1"])

      names.set("a.host.test.", { ...answer("93.184.216.2"), ttl: 60 })
      assert.strictEqual(yield* minutesUntilLookUp, 15)
      assert.deepStrictEqual(yield* addresses(zone), [" 93.184.216.2"])
      names.delete("a.host.test.")
      assert.deepStrictEqual([yield* minutesUntilLookUp, yield* minutesUntilLookUp], [1, 1])
    }).pipe(Effect.provide(publicationPlatform)))
})
