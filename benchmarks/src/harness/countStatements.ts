import { Effect } from "effect"
import { traceStatements } from "./traceStatements.ts"

/** How often each SQL statement ran, by its text. */
export type StatementCounts = ReadonlyMap<string, number>

/** Runs `work` and counts the statements that it sends to the database, without those that begin and end transactions. */
export const countStatements = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const { statements } = yield* traceStatements(work)
  const counts = new Map<string, number>()
  for (const { text } of statements) counts.set(text, (counts.get(text) ?? 0) + 1)
  const counted: StatementCounts = counts
  return counted
})
