import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { SimulatorStore } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { sequentialScans } from "../sequentialScans.ts"

const registries = Array.from({ length: 45 }, (_, index) => `registry-${index}`)

/** Many domains and contacts with a later change, and messages of another registrar. */
const crowd = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const later = sql`now() + n * interval '1 minute'`
  const registry = sql`'registry-' || n % 45`
  const series = sql`generate_series(1, 20000) AS n`
  yield* sql`INSERT INTO sim_domains (registry, name, sponsor, due_on, state)
    SELECT ${registry}, n || '.example', 'platform', ${later}, '{}' FROM ${series}`
  yield* sql`INSERT INTO sim_contacts (registry, handle, sponsor, due_on, state)
    SELECT ${registry}, 'c-' || n, 'platform', ${later}, '{}' FROM ${series}`
  yield* sql`INSERT INTO sim_messages (registry, registrar, queued_on, text, payload)
    SELECT ${registry}, 'rival', now(), '', '{}' FROM ${series}`
  yield* sql`VACUUM ANALYZE sim_domains, sim_contacts, sim_messages`
})

const database = Layer.unwrap(Effect.map(reusedDatabase, (url) => storage({ url })))

layer(database, { timeout: "60 seconds" })("The query for registries with messages", (it) => {
  it.effect("looks each registry up by an index", () =>
    Effect.gen(function*() {
      yield* crowd
      const sql = yield* SqlClient.SqlClient
      const now = yield* Instant.now
      const statements: Array<Statement.Statement<unknown>> = []
      const waiting = yield* SimulatorStore.use(({ waitingRegistries }) =>
        waitingRegistries(registries, "platform", now)
      ).pipe(
        Effect.provideService(Statement.CurrentTransformer, (statement) =>
          Effect.sync(() => {
            statements.push(statement as Statement.Statement<unknown>)
            return statement
          }))
      )
      assert.strictEqual(waiting.size, 0)
      assert.lengthOf(statements, 1)
      const plans = yield* Effect.forEach(statements, (statement) => {
        const [text, parameters] = statement.compile()
        return sql.unsafe(`EXPLAIN (FORMAT JSON) ${text}`, parameters)
      })
      assert.deepStrictEqual(sequentialScans(plans), [])
      // A query without an index proves that the plans are checked.
      const unserved = yield* sql.unsafe("EXPLAIN (FORMAT JSON) SELECT * FROM sim_domains WHERE state = 'x'")
      assert.include(sequentialScans(unserved), "sim_domains")
    }))
})
