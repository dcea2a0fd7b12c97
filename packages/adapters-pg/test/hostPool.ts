import { Effect } from "effect"
import pg from "pg"

/** A pool of the host, which is ended with the scope. */
export const hostPool = (url: string, max = 5) =>
  Effect.acquireRelease(
    Effect.sync(() => {
      const pool = new pg.Pool({ connectionString: url, max })
      // Idle connections break when a test removes its database.
      pool.on("error", () => {})
      return pool
    }),
    (pool) => Effect.promise(() => pool.end())
  )
