import { context, type Tracer } from "@opentelemetry/api"
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks"
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader
} from "@opentelemetry/sdk-metrics"
import {
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  type Sampler,
  SimpleSpanProcessor
} from "@opentelemetry/sdk-trace-base"

/** Lets spans of the host be active, as the SDK for Node does. Returns the end of it. */
export const activateContexts = (): () => void => {
  const manager = new AsyncLocalStorageContextManager().enable()
  context.setGlobalContextManager(manager)
  return () => {
    context.disable()
    manager.disable()
  }
}

/** A tracer of the SDK, and the spans that it has exported. */
export const recordingTracer = (sampler?: Sampler): {
  readonly tracer: Tracer
  readonly spans: () => ReadonlyArray<ReadableSpan>
  readonly named: (name: string) => ReadableSpan
  readonly below: (parent: ReadableSpan) => ReadonlyArray<string>
} => {
  const exporter = new InMemorySpanExporter()
  const provider = new BasicTracerProvider({
    spanProcessors: [new SimpleSpanProcessor(exporter)],
    ...(sampler === undefined ? {} : { sampler })
  })
  const spans = () => exporter.getFinishedSpans()
  return {
    tracer: provider.getTracer("test"),
    spans,
    named: (name) => {
      const found = spans().findLast((span) => span.name === name)
      if (found === undefined) throw new Error(`No span ${name} in ${spans().map((span) => span.name).join(", ")}`)
      return found
    },
    below: (parent) =>
      spans().filter((span) => span.parentSpanContext?.spanId === parent.spanContext().spanId).map(({ name }) => name)
  }
}

/** A point of a metric. */
export interface Point {
  readonly value: unknown
  readonly attributes: Record<string, unknown>
}

/** A meter of the SDK, and the points of its metrics by name. */
export const recordingMeter = () => {
  const exporter = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE)
  const reader = new PeriodicExportingMetricReader({ exporter, exportIntervalMillis: 2 ** 31 - 1 })
  const provider = new MeterProvider({ readers: [reader] })
  const read = async () => {
    exporter.reset()
    await reader.forceFlush()
    return exporter.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics))
  }
  return {
    meter: provider.getMeter("test"),
    read,
    points: async (name: string): Promise<ReadonlyArray<Point>> =>
      (await read()).flatMap(({ dataPoints, descriptor }) =>
        descriptor.name === name
          ? dataPoints.map((point) => ({ value: point.value, attributes: { ...point.attributes } }))
          : []
      ),
    close: () => provider.shutdown()
  }
}
