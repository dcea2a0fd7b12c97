import { assert, layer } from "@effect/vitest"
import { TrustedOrganizations } from "@namewright/core/dns"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import { testSize } from "../../../../../test/testSize.ts"
import { customer, suborganization } from "../../domains/DomainsPlatform.ts"
import { Draw } from "../Draw.ts"
import type { claimsPlatformOn } from "./ClaimsPlatform.ts"
import { drawRace, kinds, runRace } from "./OwnershipRace.ts"
import { stateAfter } from "./raceInvariants.ts"

/** `NAMEWRIGHT_RACES` and `NAMEWRIGHT_RACE_SEED` change the number of rounds and the choices of a run. */
const seed = Number(process.env["NAMEWRIGHT_RACE_SEED"] ?? 1)

const newContenders = Effect.gen(function*() {
  const registrant = yield* customer(1_000_000_000)
  const hoster = yield* customer(1_000_000_000)
  const { set } = yield* TrustedOrganizations
  yield* set(hoster.organization_id, true)
  return {
    squatter: yield* customer(1_000_000_000),
    registrant,
    branch: yield* suborganization(registrant),
    hoster
  }
})

/** Races of creations against arrivals of domains, mixed with all other changes of ownership, on one database. */
export const raceSuite = (name: string, platform: ReturnType<typeof claimsPlatformOn>, full: number) => {
  const rounds = testSize(Math.ceil(full / 8), full, "NAMEWRIGHT_RACES")
  layer(platform, { timeout: "60 seconds" })(`Ownership under concurrent steps (${name})`, (it) => {
    it.effect(
      `has one outcome that its rules allow, in ${rounds} rounds of seed ${seed}`,
      () =>
        Effect.gen(function*() {
          const contenders = yield* newContenders
          const draw = new Draw(seed)
          const outcomes = new Map<string, number>()
          const counts = { displaced: 0, served: 0 }
          for (let round = 0; round < rounds; round++) {
            yield* TestClock.adjust("1 minute")
            const race = drawRace(draw, round)
            for (const outcome of yield* runRace(contenders, race)) {
              outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
            }
            const { broken, displaced, served } = yield* stateAfter(contenders, race.name)
            assert.deepStrictEqual(broken, [], JSON.stringify(race))
            counts.displaced += displaced
            counts.served += served
          }
          // Both sides of the race win, and every kind of step is carried out, or nothing was contested.
          const often = [counts.displaced, counts.served, outcomes.get("create: ZoneNameHeld") ?? 0]
          for (const count of often) assert.isAbove(count, rounds / 20)
          for (const kind of kinds) assert.isAbove(outcomes.get(`${kind}: done`) ?? 0, 0, kind)
        }),
      60_000 + rounds * 500
    )
  })
}
