import { assert, layer } from "@effect/vitest"
import { Context, Effect } from "effect"
import { TestClock } from "effect/testing"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { testSize } from "../../../../../test/testSize.ts"
import { steppingPlatform } from "../../domains/CrashingPlatform.ts"
import { eventsOf, round } from "../../domains/DomainsPlatform.ts"
import {
  disable,
  dsTags,
  enable,
  failuresOf,
  type Hosted,
  hosted,
  pass,
  roll,
  servedBy,
  stateOf,
  tagsOf,
  zoneNow
} from "./SigningPlatform.ts"

/** True for work of the process that ends. */
const Mortal = Context.Reference("@namewright/core/test/dns/Mortal", { defaultValue: () => false })

/** Steps that are left to the process. */
let left = Number.POSITIVE_INFINITY

const onStep = Effect.flatMap(Mortal, (isMortal) => {
  if (!isMortal || --left !== 0) return Effect.void
  return Effect.die(new Error("The process is gone"))
})

const platform = servedBy((nameservers) => steppingPlatform(memoryDatabase(), onStep, [], nameservers))

/** True if the work completed within so many steps. */
const within = Effect.fnUntraced(function*<A, E, R>(steps: number, work: Effect.Effect<A, E, R>) {
  left = steps
  yield* Effect.exit(Effect.provideService(work, Mortal, true))
  const isDone = left > 0
  left = Number.POSITIVE_INFINITY
  return isDone
})

/** Recovery by other processes: remaining jobs, and commands without a stored outcome. */
const recovery = Effect.gen(function*() {
  for (const pause of ["20 seconds", "3 minutes", "3 minutes", "1 hour"] as const) {
    yield* TestClock.adjust(pause)
    yield* round
    yield* pass("1 second")
  }
})

const successesOf = ({ domain, owner }: Hosted) =>
  Effect.map(
    eventsOf(owner, domain.domain_id),
    (events) => events.filter((event) => event === "MODIFICATION/SUCCESS").length
  )

/** More steps than any of the requests takes. */
const most = 200
/** Distance between the steps at which the process ends. */
const stride = testSize(8, 3)

layer(platform)("A process that ends at any step", (it) => {
  it.effect("while it signs a zone leaves it unsigned, or published once", () =>
    Effect.gen(function*() {
      let isDone = false
      const ends = new Set<unknown>()
      for (let steps = 1; !isDone && steps < most; steps += stride) {
        const zone = yield* hosted(`crash-enable-${steps}.com`)
        isDone = yield* within(steps, enable(zone))
        yield* recovery
        const state = yield* stateOf(zone)
        ends.add(state)
        const tags = yield* tagsOf(zone)
        assert.lengthOf(tags, state === undefined ? 0 : 1)
        assert.deepStrictEqual<unknown>(yield* dsTags(zone), tags)
        assert.strictEqual((yield* zoneNow(zone)).dnssec_status, state === undefined ? "disabled" : "enabled")
        assert.deepStrictEqual([yield* successesOf(zone), yield* failuresOf(zone)], [tags.length, []])
      }
      assert.isTrue(isDone)
      assert.sameMembers([...ends], [undefined, "published"])
    }), 60_000)

  it.effect(
    "while it ends signing leaves the zone published, or withdraws the DS and removes the keys later",
    () =>
      Effect.gen(function*() {
        let isDone = false
        const ends = new Set<unknown>()
        for (let steps = 1; !isDone && steps < most; steps += stride) {
          const zone = yield* hosted(`crash-disable-${steps}.com`)
          yield* enable(zone)
          isDone = yield* within(steps, disable(zone))
          yield* recovery
          const state = yield* stateOf(zone)
          ends.add(state)
          assert.lengthOf(yield* tagsOf(zone), 1)
          assert.lengthOf(yield* dsTags(zone), state === "published" ? 1 : 0)
          assert.deepStrictEqual(yield* failuresOf(zone), [])
          if (state === "published") continue
          yield* pass("1 day")
          assert.deepStrictEqual([yield* stateOf(zone), yield* tagsOf(zone)], ["unsigned", []])
        }
        assert.isTrue(isDone)
        assert.sameMembers([...ends], ["published", "withdrawn"])
      }),
    60_000
  )

  it.effect(
    "during a key rollover leaves the old key, or replaces it by the new one",
    () =>
      Effect.gen(function*() {
        let isDone = false
        const ends = new Set<boolean>()
        for (let steps = 1; !isDone && steps < 4 * most; steps += stride) {
          const zone = yield* hosted(`crash-roll-${steps}.com`)
          yield* enable(zone)
          const [old] = yield* tagsOf(zone)
          isDone = yield* within(steps, roll(zone))
          for (let day = 0; day < 5; day++) {
            yield* recovery
            yield* pass("1 day")
          }
          assert.strictEqual(yield* stateOf(zone), "published", `after ${steps} steps`)
          const tags = yield* tagsOf(zone)
          assert.lengthOf(tags, 1)
          assert.deepStrictEqual<unknown>(yield* dsTags(zone), tags)
          assert.deepStrictEqual(yield* failuresOf(zone), [])
          ends.add(tags[0] === old)
        }
        assert.isTrue(isDone)
        assert.sameMembers([...ends], [true, false])
      }),
    120_000
  )
})
