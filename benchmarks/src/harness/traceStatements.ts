import { Effect, Tracer } from "effect"

/** Executed statement, with the milliseconds until its rows were read. */
export interface TracedStatement {
  readonly text: string
  readonly millis: number
}

const millisOf = ({ status }: Tracer.NativeSpan): number =>
  status._tag === "Ended" ? Number(status.endTime - status.startTime) / 1e6 : 0

/** Runs `work`. Returns its result and its SQL statements, except `BEGIN`, `COMMIT` and savepoints. */
export const traceStatements = Effect.fnUntraced(function*<A, E, R>(work: Effect.Effect<A, E, R>) {
  const spans: Array<Tracer.NativeSpan> = []
  const tracer = Tracer.make({
    span: (options) => {
      const span = new Tracer.NativeSpan(options)
      spans.push(span)
      return span
    }
  })
  const answer = yield* Effect.withTracer(work, tracer)
  const statements = spans.flatMap((span): ReadonlyArray<TracedStatement> => {
    const text = span.attributes.get("db.query.text")
    return typeof text === "string" ? [{ text, millis: millisOf(span) }] : []
  })
  return { answer, statements }
})
