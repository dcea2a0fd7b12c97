import { type Context, Metric, Tracer } from "effect"
import { operationOf } from "./HostTracer.ts"
import { durationBounds } from "./Instruments.ts"

const duration = Metric.histogram("db_client_operation_duration_seconds", {
  description: "Seconds of a statement, with the wait for a connection, by database and operation",
  boundaries: durationBounds
})

/** A tracer that also measures statements, which the SQL client reports as spans. */
export const measuringStatements = (tracer: Tracer.Tracer, context: Context.Context<never>): Tracer.Tracer => {
  const series = new Map<string, Metric.Metric<number, unknown>>()

  const record = (span: Tracer.Span, end: bigint): void => {
    const system = span.attributes.get("db.system.name")
    const statement = span.attributes.get("db.query.text")
    if (system === undefined || statement === undefined) return
    const operation = operationOf(String(statement))
    const key = `${String(system)} ${operation}`
    const known = series.get(key) ?? Metric.withAttributes(duration, { system: String(system), operation })
    series.set(key, known)
    known.updateUnsafe(Number(end - span.status.startTime) / 1e9, context)
  }

  return Tracer.make({
    span: (options) => {
      const span = tracer.span(options)
      if (options.kind !== "client") return span
      const end = span.end.bind(span)
      return Object.assign(span, {
        end: (...args: Parameters<Tracer.Span["end"]>) => {
          record(span, args[0])
          end(...args)
        }
      })
    }
  })
}
