import { assert, layer } from "@effect/vitest"
import { layer as postgres } from "@namewright/adapters-pg"
import { transactionReruns } from "@namewright/adapters-sql"
import { Zones } from "@namewright/core/dns"
import { Deletions } from "@namewright/core/domains"
import { Deferred, Effect, Exit, Fiber, Layer, Metric } from "effect"
import { SqlClient } from "effect/sql"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { disable, enable, type Hosted, hosted, signingPlatform, whileServed, zoneNow } from "./SigningPlatform.ts"

const connections = 6
const storage = byRealClock(
  Layer.unwrap(Effect.map(reusedDatabase, (url) => postgres({ url, maxConnections: connections }))),
  connections
)
const platform = Layer.provideMerge(signingPlatform(storage), Layer.orDie(storage))

/** Transactions of this database that wait for a lock. */
const waiting = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql`SELECT pid FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  return rows.length
})

const untilWaiting = (count: number) => Effect.repeat(waiting, { until: (found) => found === count, times: 5000 })

/** Runs two operations that both come to wait for the zone's row, in this order, and then lets them go on. */
const inTurn = Effect.fnUntraced(function*<E, R, E2, R2>(
  { dns_zone_id }: Hosted,
  first: Effect.Effect<unknown, E, R>,
  second: Effect.Effect<unknown, E2, R2>
) {
  const sql = yield* SqlClient.SqlClient
  const [locked, opened] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
  const gate = yield* Effect.forkChild(sql.withTransaction(Effect.gen(function*() {
    yield* sql`SELECT 1 FROM dns_zone_states WHERE dns_zone_id = ${dns_zone_id} FOR UPDATE`
    yield* Deferred.succeed(locked, undefined)
    yield* Deferred.await(opened)
  })))
  yield* Deferred.await(locked)
  const one = yield* Effect.forkChild(Effect.exit(first))
  assert.strictEqual(yield* untilWaiting(1), 1)
  const two = yield* Effect.forkChild(Effect.exit(second))
  assert.strictEqual(yield* untilWaiting(2), 2)
  yield* Deferred.succeed(opened, undefined)
  yield* Fiber.join(gate)
  return [yield* Fiber.join(one), yield* Fiber.join(two)] as const
})

const removeDomain = ({ domain, owner }: Hosted) =>
  Effect.flatMap(Deletions, ({ remove }) => owner.act(remove(domain.domain_id)))

layer(platform, { timeout: "60 seconds" })(
  "Zones and their domains are locked in one order",
  (it) => {
    it.effect("when signing ends while the domain is deleted", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("order.com")
        yield* enable(zone)
        const before = (yield* Metric.value(transactionReruns)).count
        const [disabled, removed] = yield* inTurn(zone, whileServed(disable(zone)), removeDomain(zone))
        assert.strictEqual((yield* Metric.value(transactionReruns)).count, before)
        assert.isTrue(Exit.isSuccess(removed), String(removed))
        assert.isTrue(Exit.isSuccess(disabled), String(disabled))
        assert.strictEqual((yield* zoneNow(zone)).ownership, "unproven")
        const zones = yield* Zones
        assert.strictEqual((yield* zone.owner.act(zones.get("order.com", []))).dnssec_status, "disabled")
      }))

    it.effect("when the domain is deleted while signing ends", () =>
      Effect.gen(function*() {
        const zone = yield* hosted("reverse-order.com")
        yield* enable(zone)
        const before = (yield* Metric.value(transactionReruns)).count
        const [removed, disabled] = yield* inTurn(zone, removeDomain(zone), whileServed(disable(zone)))
        assert.strictEqual((yield* Metric.value(transactionReruns)).count, before)
        assert.isTrue(Exit.isSuccess(removed), String(removed))
        assert.isTrue(Exit.isSuccess(disabled), String(disabled))
        assert.strictEqual((yield* zoneNow(zone)).dnssec_status, "disabled")
      }))
  }
)
