import { Cause, Context, Effect, Exit, Option, Predicate, Tracer } from "effect"
import { errorType } from "./errorType.ts"
import {
  activeContext,
  emptyContext,
  type HostContext,
  type HostSpanContext,
  remoteContext,
  spanContextOf,
  withContext,
  withSpanOf
} from "./HostContext.ts"
import { isExported } from "./SpanAttributes.ts"

type AttributeValue = string | number | boolean

/** A `Span` of `@opentelemetry/api`, as far as the platform uses it. */
export interface HostSpan {
  spanContext(): HostSpanContext
  setAttribute(name: string, value: AttributeValue): unknown
  setStatus(status: { code: number }): unknown
  updateName(name: string): unknown
  isRecording(): boolean
  end(): void
}

/** A `Tracer` of `@opentelemetry/api`. */
export interface HostTracer {
  startSpan(
    name: string,
    options?: { kind?: number; root?: boolean; links?: Array<{ context: HostSpanContext }> },
    context?: HostContext
  ): HostSpan
}

/** True for an object with the method of a tracer. */
export const isHostTracer = (value: unknown): value is HostTracer =>
  Predicate.hasProperty(value, "startSpan") && Predicate.isFunction(value.startSpan)

/** Kinds of spans in OpenTelemetry. */
const kinds = { internal: 0, server: 1, client: 2, producer: 3, consumer: 4 } as const

const statusError = 2

/** Reports spans of the platform to the tracer of the host. */
export const hostTracer = (host: HostTracer): Tracer.Tracer =>
  Tracer.make({
    span: (options) =>
      // Statements outside of calls, requests and jobs are polling and heartbeats, several a second.
      options.kind === "client" && Option.isNone(options.parent)
        ? Tracer.nativeTracer.span(options)
        : new BridgedSpan(host, options)
  })

type SpanOptions = Parameters<Tracer.Tracer["span"]>[0]

/** Identifiers of a span of any tracer. */
const identifiersOf = ({ sampled, spanId, traceId }: Tracer.AnySpan): HostSpanContext => ({
  traceId,
  spanId,
  traceFlags: sampled ? 1 : 0
})

/** Parent of a span as a context of OpenTelemetry, and the kind of the span. */
const parentAndKind = (
  { kind, parent, root }: SpanOptions
): { readonly parent: HostContext; readonly kind: number } => {
  if (kind === "server") {
    const active = activeContext()
    // The host has a span for this request, and counts requests by spans of this kind.
    if (active !== undefined && spanContextOf(active) !== undefined) return { parent: active, kind: kinds.internal }
  }
  const above = Option.getOrUndefined(parent)
  if (root || above === undefined) return { parent: emptyContext, kind: kinds[kind] }
  return { parent: isHostSpan(above) ? above.context : remoteContext(identifiersOf(above)), kind: kinds[kind] }
}

/** The active span of the host as the parent of a span. */
class HostParent implements Tracer.ExternalSpan {
  readonly _tag = "ExternalSpan"
  readonly context: HostContext
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  readonly annotations = Context.empty()

  constructor(context: HostContext, { spanId, traceFlags, traceId }: HostSpanContext) {
    this.context = context
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = (traceFlags & 1) === 1
  }
}

class BridgedSpan implements Tracer.Span {
  readonly _tag = "Span"
  readonly name: string
  readonly kind: Tracer.SpanKind
  readonly parent: Option.Option<Tracer.AnySpan>
  readonly annotations: Context.Context<never>
  readonly links: Array<Tracer.SpanLink>
  readonly spanId: string
  readonly traceId: string
  readonly sampled: boolean
  readonly attributes = new Map<string, unknown>()
  readonly hosted: HostSpan
  /** Context in which this span is the active one. */
  readonly context: HostContext
  status: Tracer.SpanStatus

  constructor(host: HostTracer, options: SpanOptions) {
    const { kind, parent } = parentAndKind(options)
    const links = options.links.map(({ span }) => ({ context: identifiersOf(span) }))
    const hosted = host.startSpan(
      options.name,
      { kind, root: options.root, ...(links.length === 0 ? {} : { links }) },
      parent
    )
    const { spanId, traceId } = hosted.spanContext()
    this.hosted = hosted
    this.context = withSpanOf(parent, hosted)
    this.name = options.name
    this.kind = options.kind
    this.parent = options.parent
    this.annotations = options.annotations
    this.links = options.links
    this.spanId = spanId
    this.traceId = traceId
    this.sampled = hosted.isRecording()
    this.status = { _tag: "Started", startTime: options.startTime }
  }

  attribute(key: string, value: unknown): void {
    this.attributes.set(key, value)
    if (!this.sampled || !isExported(key)) return
    this.hosted.setAttribute(key, attributeOf(value))
    if (key === "http.route") this.hosted.updateName(`${this.name} ${String(value)}`)
    if (key === "db.query.text") {
      const operation = operationOf(String(value))
      this.hosted.setAttribute("db.operation.name", operation)
      this.hosted.updateName(`${operation} ${this.name}`)
    }
  }

  addLinks(links: ReadonlyArray<Tracer.SpanLink>): void {
    this.links.push(...links)
  }

  /** Events are log entries, whose text may be inner. */
  event(): void {}

  /** OpenTelemetry takes the time itself, because the platform's clock may be one of tests. */
  end(endTime: bigint, exit: Exit.Exit<unknown, unknown>): void {
    this.status = { _tag: "Ended", startTime: this.status.startTime, endTime, exit }
    if (this.sampled && Exit.isFailure(exit) && !Cause.hasInterruptsOnly(exit.cause)) {
      const own = this.kind === "server" ? this.attributes.get("http.response.status_code") : undefined
      if (!this.attributes.has("error.type")) {
        this.hosted.setAttribute("error.type", own === undefined ? errorType(exit.cause) : String(own))
      }
      this.hosted.setStatus({ code: statusError })
    }
    this.hosted.end()
  }
}

const attributeOf = (value: unknown): AttributeValue =>
  Predicate.isString(value) || Predicate.isNumber(value) || Predicate.isBoolean(value) ? value : String(value)

/** Name of the operation of a statement, such as `SELECT`. */
export const operationOf = (statement: string): string =>
  (/^\s*([a-z]+)/i.exec(statement)?.[1] ?? "OTHER").toUpperCase()

/** True for a span that the host has. */
export const isHostSpan = (span: Tracer.AnySpan | undefined): span is BridgedSpan | HostParent =>
  span instanceof BridgedSpan || span instanceof HostParent

/** The active span of the host as a parent; undefined without one. Read it where the host calls, before any pause. */
export const activeParent = (): Tracer.AnySpan | undefined => {
  const context = activeContext()
  const span = spanContextOf(context)
  return context === undefined || span === undefined ? undefined : new HostParent(context, span)
}

/** Runs code of the host with the current span as the active one. */
export const inCurrentSpan: Effect.Effect<<A>(code: () => A) => A> = Effect.withFiber(({ cache: { span } }) =>
  Effect.succeed((code) => isHostSpan(span) ? withContext(span.context, code) : code())
)

/**
 * Calls a function of the host. Spans that it starts are children of the current span. Fails with what it throws or
 * rejects with.
 */
export const callHost = <A>(code: (signal: AbortSignal) => A | Promise<A>): Effect.Effect<A, unknown> =>
  Effect.flatMap(inCurrentSpan, (run) =>
    Effect.tryPromise({
      try: async (signal) => await run(() => code(signal)),
      catch: (error) => error
    }))
