import { Cause, Logger, type LogLevel, Predicate, References, Schema, type Tracer } from "effect"
import { inputIssues } from "../shared/index.ts"
import { isHostSpan } from "./HostTracer.ts"

/** Writes an entry: its fields, then its text. Pino, bunyan and the loggers of Fastify have this order. */
export type WriteLog = (fields: Record<string, unknown>, text: string) => void

/** A logger of the host with one method for each level. */
export interface HostLogger {
  readonly debug: WriteLog
  readonly info: WriteLog
  readonly warn: WriteLog
  readonly error: WriteLog
}

const levels = ["debug", "info", "warn", "error"] as const satisfies ReadonlyArray<keyof HostLogger>

/** `trace` of the console prints a stack, and `fatal` is not a method of every logger. */
const methodOf = {
  All: "debug",
  Trace: "debug",
  Debug: "debug",
  Info: "info",
  Warn: "warn",
  Error: "error",
  Fatal: "error",
  None: undefined
} as const satisfies Record<LogLevel.LogLevel, keyof HostLogger | undefined>

/** True for an object with a method for each level. */
export const isHostLogger = (value: unknown): value is HostLogger =>
  levels.every((level) => Predicate.hasProperty(value, level) && Predicate.isFunction(value[level]))

/** An error as log entries contain it. */
export interface LoggedError {
  readonly type: string
  readonly message: string
  readonly code?: string
  /** Frames of the error and of its causes. */
  readonly stack: string
}

/** Writes entries of the platform to the logger of the host. An entry for which it throws is lost. */
export const hostLogger = (host: HostLogger): Logger.Logger<unknown, void> =>
  Logger.make(({ cause, fiber, logLevel, message }) => {
    const method = methodOf[logLevel]
    if (method === undefined) return
    const parts: ReadonlyArray<unknown> = Array.isArray(message) ? message : [message]
    const errors = [...cause.reasons.map(errorOf), ...parts.filter((part) => part instanceof Error)]
    const fields = parts.filter((part) => Predicate.isObject(part) && !(part instanceof Error))
    const text = parts.filter((part) => !Predicate.isObject(part)).map(String).join(" ")
    const [first, ...others] = errors.filter((error) => error !== interrupted)
    const err = first === undefined ? undefined : loggedError(first, others)
    const entry = Object.assign(
      {},
      fiber.getRef(References.CurrentLogAnnotations),
      ...fields,
      traceFields(fiber.cache.span),
      err === undefined ? {} : { err }
    )
    try {
      host[method](entry, text === "" ? err?.message ?? "" : withoutPasswords(text))
    } catch {
      // An error here would fail the call or job that writes the entry.
    }
  })

const interrupted = Symbol("interrupted")

const errorOf = (reason: Cause.Reason<unknown>): unknown =>
  Cause.isInterruptReason(reason) ? interrupted : Cause.isDieReason(reason) ? reason.defect : reason.error

/** The names by which the logging instrumentations of OpenTelemetry refer to a span. */
const traceFields = (span: Tracer.AnySpan | undefined): Record<string, string> =>
  isHostSpan(span)
    ? { trace_id: span.traceId, span_id: span.spanId, trace_flags: span.sampled ? "01" : "00" }
    : {}

/** Errors whose causes are described below them. */
const mostCauses = 5

const loggedError = (error: unknown, others: ReadonlyArray<unknown>): LoggedError => {
  const code = Predicate.hasProperty(error, "code") && Predicate.isString(error.code) ? { code: error.code } : {}
  const type = typeOf(error)
  const stack = [error, ...others].map((one) => stackOf(one)).join("\n")
  const logged: LoggedError = Object.assign(Object.create(null), { type, message: messageOf(error), ...code, stack })
  // The serializer of pino takes the type of a value without a constructor from here.
  return Object.defineProperty(logged, "name", { value: type })
}

const typeOf = (error: unknown): string =>
  Predicate.hasProperty(error, "_tag") && Predicate.isString(error._tag)
    ? error._tag
    : error instanceof Error
    ? error.name
    : typeof error

/** Text of an error. Schema failures quote values, which may be secrets, so that only paths and rules of them remain. */
const messageOf = (error: unknown): string => {
  if (Schema.isSchemaError(error)) {
    const problems = inputIssues(error.issue, "body").map(({ loc, type }) => `${loc.join(".")} ${type}`)
    return `A value does not match its schema: ${problems.join(", ")}`
  }
  return withoutPasswords(error instanceof Error ? error.message : Predicate.isObject(error) ? "" : String(error))
}

const stackOf = (error: unknown, depth = 0): string => {
  const frames = error instanceof Error ? (error.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line)) : []
  const head = `${typeOf(error)}: ${messageOf(error)}`
  const cause = error instanceof Error && !Schema.isSchemaError(error) ? error.cause : undefined
  const below = cause === undefined || depth >= mostCauses ? [] : [`Caused by ${stackOf(cause, depth + 1)}`]
  return [head, ...frames, ...below].join("\n")
}

/** Hides passwords of addresses, such as that of a database. */
const withoutPasswords = (text: string): string => text.replace(/(:\/\/[^\s:/@]*:)[^\s@]+@/g, "$1***@")
