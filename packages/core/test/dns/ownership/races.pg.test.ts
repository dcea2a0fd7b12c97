import { assert, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Effect, Layer, Metric } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { claimsPlatformOn } from "./ClaimsPlatform.ts"
import { raceSuite } from "./raceSuite.ts"

const connections = 6
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

const before = Effect.runSync(Metric.value(transactionReruns))

raceSuite("postgres", claimsPlatformOn(byRealClock(storage, connections)), 300)

it.effect("Names, domains and zones are locked in one order, so that no transaction of a race had to run again", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* Metric.value(transactionReruns), before)
  }))
