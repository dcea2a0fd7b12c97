import { Effect, Tracer } from "effect"

/** How often each SQL statement ran, by its text. */
export type StatementCounts = ReadonlyMap<string, number>

/** Runs `work` and counts the statements that it sends to the database, transaction control included. */
export const countStatements = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  yield* Effect.withTracer(work, tracer)
  const counts = new Map<string, number>()
  for (const span of spans) {
    const text = span.attributes.get("db.query.text")
    if (typeof text === "string") counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const counted: StatementCounts = counts
  return counted
})
