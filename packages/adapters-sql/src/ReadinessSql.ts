import { Readiness } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"

const patience = "2 seconds"

export const layer = Layer.effect(
  Readiness,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Readiness.of({
      check: sql`SELECT 1 AS answer`.pipe(
        Effect.timeout(patience),
        Effect.matchCause({ onFailure: () => false, onSuccess: (rows) => rows.length === 1 })
      )
    }))
)
