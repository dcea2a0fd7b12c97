import { HostTransaction } from "@namewright/core/shared"
import { Clock, Context, Effect, ErrorReporter, Logger, Metric, References, Scheduler, Tracer } from "effect"
import { SqlClient, type SqlError, Statement } from "effect/sql"

/** Services that `BEGIN` and `COMMIT` read from the context of their caller. */
const settings: ReadonlyArray<Context.Key<never, unknown>> = [
  Clock.Clock,
  HostTransaction,
  Logger.CurrentLoggers,
  Logger.LogToStderr,
  Metric.CurrentMetricAttributes,
  Metric.FiberRuntimeMetrics,
  Metric.MetricRegistry,
  ErrorReporter.CurrentErrorReporters,
  References.CurrentLogAnnotations,
  References.CurrentLogLevel,
  References.CurrentLogSpans,
  References.CurrentStackFrame,
  References.MinimumLogLevel,
  References.TracerEnabled,
  References.TracerSpanAnnotations,
  References.TracerSpanLinks,
  References.TracerTimingEnabled,
  References.UnhandledLogLevel,
  Scheduler.MaxOpsBeforeYield,
  Scheduler.PreventSchedulerYield,
  Scheduler.Scheduler,
  SqlClient.BeginTransaction,
  Statement.CurrentTransformer,
  Statement.SpanPropagationEnabled,
  Tracer.CurrentTraceLevel,
  Tracer.DisablePropagation,
  Tracer.MinimumTraceLevel,
  Tracer.ParentSpan,
  Tracer.Tracer
] as never

/**
 * `sql.withTransaction` for a transaction inside no other one. effect copies the context of its caller three times for each
 * transaction, and that of a platform has 250 services, so the transaction begins and ends with a context of the settings
 * only. The work has the caller's context, with what the transaction adds to it.
 */
export const outermostTransaction = (sql: SqlClient.SqlClient) => <A, E, R>(work: Effect.Effect<A, E, R>) =>
  Effect.withFiber((fiber) => {
    const caller = fiber.context as Context.Context<R>
    const own = settingsOf(caller)
    const restored = Effect.updateContext(work, (inner: Context.Context<never>) => mergedWith(caller, inner, own))
    return Effect.updateContext(sql.withTransaction(restored), () => own)
  }) as Effect.Effect<A, E | SqlError.SqlError, R>

const settingsOf = (caller: Context.Context<never>): Context.Context<never> => {
  const found = new Map<string, unknown>()
  for (const setting of settings) {
    const value = Context.getOrUndefined(caller, setting)
    if (value !== undefined) found.set(setting.key, value)
  }
  return Context.makeUnsafe(found)
}

/** The caller's context with what `inner` has in addition to `own`. */
const mergedWith = <R>(
  caller: Context.Context<R>,
  inner: Context.Context<never>,
  own: Context.Context<never>
): Context.Context<R> => {
  let context = caller
  for (const [key, value] of inner.mapUnsafe) {
    if (own.mapUnsafe.get(key) !== value) context = Context.addUnsafe(context, key, value)
  }
  return context
}
