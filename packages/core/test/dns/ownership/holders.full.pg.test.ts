import { assert, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Effect, Layer, Metric } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { claimsPlatformOn } from "./ClaimsPlatform.ts"
import { holderSuite } from "./holderSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const before = Effect.runSync(Metric.value(transactionReruns))

holderSuite("postgres", claimsPlatformOn(byRealClock(storage, connections)))

it.effect("Zones and domains are locked in one order, so that none of the above had to run again", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* Metric.value(transactionReruns), before)
  }))
