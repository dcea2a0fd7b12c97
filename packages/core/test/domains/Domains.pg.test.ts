import { assert, it } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Effect, Layer, Metric } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { registrationSuite } from "./registrationSuite.ts"

// The other suites about domains are in Domains.full.pg.test.ts.
const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const onPostgres = platformOn(byRealClock(storage, connections))
const before = Effect.runSync(Metric.value(transactionReruns))

registrationSuite("postgres", onPostgres, 23)

it.effect("Work on domains locks rows in one order, so that none of the above had to run again", () =>
  Effect.gen(function*() {
    assert.deepStrictEqual(yield* Metric.value(transactionReruns), before)
  }))
