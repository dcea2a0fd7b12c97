import { Effect, Layer, Logger, Tracer } from "effect"
import { type HostLogger, hostLogger } from "./HostLogger.ts"
import { type HostMeter, layerMetered } from "./HostMeter.ts"
import { type HostTracer, hostTracer } from "./HostTracer.ts"
import { measuringStatements } from "./measuringStatements.ts"

/** Where the platform reports what it does. */
export interface TelemetryOptions {
  /**
   * Logger of the host: pino, bunyan, the logger of Fastify, or another object with the methods `debug`, `info`, `warn`
   * and `error`, called with the fields of an entry and its text. Entries have `trace_id` and `span_id` of the current
   * span, and the error of a failure in `err`. Default: entries go nowhere, because a library does not write to the
   * console.
   *
   * @example
   * createPlatform({ storage, logger: pino() })
   */
  readonly logger?: HostLogger | undefined
  /**
   * `Tracer` of OpenTelemetry. Each call is a span below the active span of the host. Default: no spans.
   *
   * @example
   * createPlatform({ storage, tracer: trace.getTracer("shop") })
   */
  readonly tracer?: HostTracer | undefined
  /**
   * `Meter` of OpenTelemetry, with the metrics that `/metrics` has, under names of the semantic conventions. Platforms of one
   * process need a meter each. Default: no metrics outside of `/metrics`.
   *
   * @example
   * createPlatform({ storage, meter: metrics.getMeter("shop") })
   */
  readonly meter?: HostMeter | undefined
}

/** Measures statements only for a meter: without one, nothing waits for the numbers. */
const layerTracer = ({ meter, tracer }: TelemetryOptions): Layer.Layer<never> => {
  if (meter === undefined) return tracer === undefined ? Layer.empty : Layer.succeed(Tracer.Tracer, hostTracer(tracer))
  const reported = tracer === undefined ? Tracer.nativeTracer : hostTracer(tracer)
  return Layer.effect(
    Tracer.Tracer,
    Effect.map(Effect.context<never>(), (context) => measuringStatements(reported, context))
  )
}

/** Loggers, tracer and metrics of a platform. Without a meter, metrics are those of the surrounding context. */
export const layerTelemetry = (
  options: TelemetryOptions & { readonly loggers?: ReadonlyArray<Logger.Logger<unknown, unknown>> | undefined }
): Layer.Layer<never> => {
  const { logger, loggers, meter } = options
  const all = logger === undefined ? loggers : [...loggers ?? [], hostLogger(logger)]
  return layerTracer(options).pipe(
    Layer.provideMerge(meter === undefined ? Layer.empty : layerMetered(meter)),
    Layer.provideMerge(all === undefined ? Layer.empty : Logger.layer(all))
  )
}
