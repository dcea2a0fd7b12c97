import { layer } from "@effect/vitest"
import { ApiKeys } from "@namewright/core/access"
import { Console, Context, Effect, Layer, Redacted } from "effect"
import { killablePostgres } from "../../../../test/KillablePostgres.ts"
import { testSize } from "../../../../test/testSize.ts"
import { customer } from "../../../core/test/domains/DomainsPlatform.ts"
import { platformOf } from "../../../core/test/domains/sharedInstallation.ts"
import { roundClient, type Served } from "./killRounds/RoundClient.ts"
import { roundPlan } from "./killRounds/RoundPlan.ts"
import { roundRegistry } from "./killRounds/RoundRegistry.ts"
import {
  assertBooks,
  assertNames,
  assertNoClaims,
  inDatabase,
  simulatedNames,
  untilFinished
} from "./killRounds/roundTruth.ts"
import { servedInstallation } from "./ServedInstallation.ts"

/** docs/reliability.md has the values for the test of a release. */
const rounds = testSize(1, 1, "NAMEWRIGHT_ROUNDS")
const registrations = testSize(60, 100, "NAMEWRIGHT_ROUND_REGISTRATIONS")
const renewals = testSize(12, 20, "NAMEWRIGHT_ROUND_RENEWALS")
const kills = testSize(2, 3, "NAMEWRIGHT_ROUND_KILLS")
const firstSeed = testSize(1, 1, "NAMEWRIGHT_ROUND_SEED")
/** How many times as fast the clock of the platform is: leases of killed processes end sooner. */
const factor = testSize(15, 15, "NAMEWRIGHT_ROUND_CLOCK")

/** Enough for every order, in minor units. */
const credit = (registrations + renewals) * 10_000
const apiKeys = 16
const roundMillis = 180_000 + (registrations + renewals) * 200

/** The server, its database, and the registry beside it. */
class Installation extends Context.Service<Installation, {
  readonly served: Served
  readonly url: string
  readonly base: number
  readonly registry: Effect.Success<typeof roundRegistry>
}>()("http/test/cli/Installation") {
  static readonly layer = Layer.effect(
    Installation,
    Effect.gen(function*() {
      const { url } = yield* killablePostgres
      const base = Date.now()
      const registry = yield* roundRegistry
      const served = yield* servedInstallation({ database: url, base, factor, args: registry.args, patience: 30_000 })
      return { served, url, base, registry }
    })
  )
}

/** A customer with money, and the API keys with which it sends its orders. */
const newCustomer = Effect.gen(function*() {
  const { base, url } = yield* Installation
  return yield* Effect.gen(function*() {
    const owner = yield* customer(credit)
    const keys = yield* Effect.forEach(
      Array.from({ length: apiKeys }),
      (_, index) => owner.act(Effect.flatMap(ApiKeys, ({ create }) => create({ api_key_name: `round_${index}` })))
    )
    return { owner, keys: keys.map(({ api_key }) => Redacted.value(api_key)) }
  }).pipe(Effect.provide(platformOf({ database: "postgres", address: url, base }, factor)))
})

layer(Installation.layer, { excludeTestServices: true, timeout: 120_000 })("Orders over HTTP", (it) => {
  for (let seed = firstSeed; seed < firstSeed + rounds; seed++) {
    it.effect(
      `are carried out and charged once when the server is killed, and every key is answered (round ${seed})`,
      () =>
        Effect.gen(function*() {
          const { registry, served, url } = yield* Installation
          const { keys, owner } = yield* newCustomer
          const plan = roundPlan({ seed, registrations, renewals, kills })
          const { counts, play } = yield* roundClient(served, owner, { keys, factor })
          const began = Date.now()
          yield* play(plan)
          yield* Console.log(
            `round ${seed}: ${counts.kills} kills, ${counts.answered} keys answered after ${counts.lost} lost answers`
              + ` and ${JSON.stringify(counts.again)} again, ${Math.round((Date.now() - began) / 1000)} s`
          )
          yield* Effect.gen(function*() {
            yield* untilFinished(180 / factor + 30)
            yield* served.without(Effect.gen(function*() {
              yield* assertNoClaims
              const registered = [...yield* registry.names, ...yield* simulatedNames("pir")]
              yield* assertNames(owner.organization_id, plan.orders, registered)
              yield* assertBooks(owner.organization_id, plan.orders, credit)
            }))
          }).pipe(inDatabase(url))
        }),
      roundMillis
    )
  }
})
