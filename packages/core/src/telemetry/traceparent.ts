import { Effect, Tracer } from "effect"

/** Version, trace, span and flags of W3C Trace Context. */
const pattern = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/

const isZero = (id: string | undefined): boolean => id === undefined || /^0*$/.test(id)

/** The span that a traceparent names; undefined if the text is none. */
export const spanOfTraceparent = (text: string | null): Tracer.ExternalSpan | undefined => {
  const [, traceId, spanId, flags] = pattern.exec(text ?? "") ?? []
  if (traceId === undefined || spanId === undefined || isZero(traceId) || isZero(spanId)) return undefined
  return Tracer.externalSpan({ traceId, spanId, sampled: (Number.parseInt(flags ?? "", 16) & 1) === 1 })
}

/**
 * The current span as a traceparent of W3C Trace Context. Null without a tracer, as no other process knows the span then.
 */
export const currentTraceparent: Effect.Effect<string | null> = Effect.withFiber(({ cache: { span } }) => {
  if (span === undefined || span instanceof Tracer.NativeSpan) return Effect.succeed(null)
  const text = `00-${span.traceId}-${span.spanId}-${span.sampled ? "01" : "00"}`
  return Effect.succeed(spanOfTraceparent(text) === undefined ? null : text)
})
