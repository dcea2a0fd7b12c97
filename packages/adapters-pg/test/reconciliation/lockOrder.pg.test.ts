import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { FindingStore, Reconciliation } from "@namewright/core/reconciliation"
import { Instant } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { TestClock } from "effect/testing"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { listing, reconciliationServices } from "../../../adapters-sql/test/reconciliation/reconciledHistory.ts"
import { byRealClock } from "../../../core/test/registry/simulatedRegistries.ts"

const connections = 6
const database = byRealClock(
  Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url, maxConnections: connections }))),
  connections
)
const services = reconciliationServices.pipe(Layer.provideMerge(database))

/** Ends when as many transactions wait for a lock. */
const waiting = Effect.fnUntraced(function*(count: number) {
  const sql = yield* SqlClient.SqlClient
  const found = Effect.map(
    sql`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
    ({ length }) => length
  )
  assert.strictEqual(yield* Effect.repeat(found, { until: (length) => length === count, times: 5000 }), count)
})

layer(services, { timeout: "60 seconds" })("Runs of the reconciliation on PostgreSQL", (it) => {
  it.effect("wait for each other without a deadlock while the payment provider does not answer", () =>
    Effect.gen(function*() {
      const sql = yield* SqlClient.SqlClient
      const { finish, runsSince } = yield* FindingStore
      const { run } = yield* Reconciliation
      yield* TestClock.setTime(Date.UTC(2026, 1, 25, 2))
      const now = yield* Instant.now
      const days = ["2026-02-01", "2026-02-02", "2026-02-03"] as const
      const [first, second, third] = days
      yield* Effect.forEach(days, (day) => finish({ day, ran_on: now, payments_due_on: now }))
      listing.isSilent = true

      const [locked, opened] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
      const gate = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
        yield* sql`SELECT 1 FROM reconciliation_runs WHERE day = ${first} FOR UPDATE`
        yield* Deferred.succeed(locked, undefined)
        yield* Deferred.await(opened)
      })))
      yield* Deferred.await(locked)
      const before = (yield* Metric.value(transactionReruns)).count
      const one = yield* Effect.forkChild(run(second))
      yield* waiting(1)
      const other = yield* Effect.forkChild(run(third))
      yield* waiting(2)
      yield* Deferred.succeed(opened, undefined)
      yield* Effect.forEach([gate, one, other], (fiber) => Fiber.join<unknown, unknown>(fiber), { discard: true })
      listing.isSilent = false

      assert.strictEqual((yield* Metric.value(transactionReruns)).count, before)
      const until = DateTime.add(now, { hours: 1 })
      assert.deepStrictEqual(
        yield* runsSince(first),
        days.map((day) => ({ day, ran_on: now, payments_due_on: until }))
      )
    }))
})
