import { Effect } from "effect"
import { traceStatements } from "./traceStatements.ts"

/** Number of executions of each SQL statement, by its text. */
export type StatementCounts = ReadonlyMap<string, number>

/** Runs `work` and counts its SQL statements, except `BEGIN`, `COMMIT` and savepoints. */
export const countStatements = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const { statements } = yield* traceStatements(work)
  const counts = new Map<string, number>()
  for (const { text } of statements) counts.set(text, (counts.get(text) ?? 0) + 1)
  const counted: StatementCounts = counts
  return counted
})
