import { Predicate } from "effect"

/** A `Context` of `@opentelemetry/api`. */
export interface HostContext {
  getValue(key: symbol): unknown
  setValue(key: symbol, value: unknown): HostContext
  deleteValue(key: symbol): HostContext
}

/** Identifiers of a span, as OpenTelemetry has them. */
export interface HostSpanContext {
  readonly traceId: string
  readonly spanId: string
  readonly traceFlags: number
  readonly isRemote?: boolean
}

interface ContextManager {
  active(): HostContext
  with<A>(context: HostContext, code: () => A): A
}

/**
 * Where version 1 of `@opentelemetry/api` registers the context manager of the process. Its copies find each other by
 * this symbol, and by the key of the span in a context, so that neither changes within the version.
 */
const apiKey = Symbol.for("opentelemetry.js.api.1")
const spanKey = Symbol.for("OpenTelemetry Context Key SPAN")

/** Undefined if the host has registered none. */
const contextManager = (): ContextManager | undefined => {
  const api: unknown = Reflect.get(globalThis, apiKey)
  return Predicate.hasProperty(api, "context") ? api.context as ContextManager : undefined
}

const contextOf = (values: ReadonlyMap<symbol, unknown>): HostContext => ({
  getValue: (key) => values.get(key),
  setValue: (key, value) => contextOf(new Map([...values, [key, value]])),
  deleteValue: (key) => contextOf(new Map([...values].filter(([name]) => name !== key)))
})

/** A context without values. */
export const emptyContext: HostContext = contextOf(new Map())

/** The active context of the host; undefined without a context manager. */
export const activeContext = (): HostContext | undefined => contextManager()?.active()

/** Runs code with an active context. */
export const withContext = <A>(context: HostContext, code: () => A): A => {
  const manager = contextManager()
  return manager === undefined ? code() : manager.with(context, code)
}

export const withSpanOf = (context: HostContext, span: unknown): HostContext => context.setValue(spanKey, span)

/** The span of a context; undefined without one. */
export const spanContextOf = (context: HostContext | undefined): HostSpanContext | undefined => {
  const span = context?.getValue(spanKey)
  return Predicate.hasProperty(span, "spanContext") && Predicate.isFunction(span.spanContext)
    ? span.spanContext() as HostSpanContext
    : undefined
}

/** A context with the span of another process as the parent. */
export const remoteContext = (of: HostSpanContext): HostContext => {
  const spanContext = { ...of, isRemote: true }
  return withSpanOf(activeContext() ?? emptyContext, { spanContext: () => spanContext, isRecording: () => false })
}
