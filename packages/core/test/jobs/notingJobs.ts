import { JobKinds } from "@namewright/core/jobs"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { greetBulk } from "./JobsPlatform.ts"

/** Where jobs note what they did: every run, and the effect that must be there once. */
export const noteTables = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  yield* sql`CREATE TABLE noted_runs (job_id TEXT NOT NULL, process INTEGER NOT NULL, ordering_key TEXT NOT NULL)`
  yield* sql`CREATE TABLE noted_effects (job_id TEXT PRIMARY KEY, ordering_key TEXT NOT NULL, n SERIAL)`
})

/** Jobs of `greet_bulk` that note themselves; they take some milliseconds, and their effect can be repeated. */
export const notingJobs = Effect.fnUntraced(function*(process: number) {
  const sql = yield* SqlClient.SqlClient
  const kinds = yield* JobKinds
  yield* kinds.registerCommand(greetBulk)
  yield* kinds.registerKind({
    kind: "greet",
    topic: "greetings",
    maxAttempts: 100,
    run: Effect.fnUntraced(function*({ job_id, resource_key }) {
      yield* Effect.orDie(sql`INSERT INTO noted_runs (job_id, process, ordering_key)
        VALUES (${job_id}, ${process}, ${resource_key})`)
      yield* Effect.sleep("3 millis")
      yield* Effect.orDie(sql`INSERT INTO noted_effects (job_id, ordering_key) VALUES (${job_id}, ${resource_key})
        ON CONFLICT DO NOTHING`)
      return null
    })
  })
})
