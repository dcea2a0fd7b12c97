import { Context, Effect, Layer, Metric, Predicate } from "effect"
import { type Instrument, instrumentOf } from "./Instruments.ts"

type Attributes = Record<string, string | number>

interface Options {
  description?: string
  unit?: string
  advice?: { explicitBucketBoundaries?: Array<number> }
}

type ObserveGauge = (result: { observe(value: number, attributes?: Attributes): void }) => void

/** A `Meter` of `@opentelemetry/api`, as far as the platform uses it. */
export interface HostMeter {
  createCounter(name: string, options?: Options): { add(value: number, attributes?: Attributes): void }
  createUpDownCounter(name: string, options?: Options): { add(value: number, attributes?: Attributes): void }
  createHistogram(name: string, options?: Options): { record(value: number, attributes?: Attributes): void }
  createObservableGauge(name: string, options?: Options): {
    addCallback(observe: ObserveGauge): void
    removeCallback(observe: ObserveGauge): void
  }
}

const methods = [
  "createCounter",
  "createUpDownCounter",
  "createHistogram",
  "createObservableGauge"
] as const satisfies ReadonlyArray<keyof HostMeter>

/** True for an object with the methods of a meter. */
export const isHostMeter = (value: unknown): value is HostMeter =>
  methods.every((method) => Predicate.hasProperty(value, method) && Predicate.isFunction(value[method]))

type Series = NonNullable<ReturnType<Metric.MetricRegistry["get"]>>

/** Records a value of a series in an instrument of the host. */
type RecordValue = (value: number, attributes: Attributes) => void

/** Metrics of one platform. Their values also go to the instruments of the host. */
class MeteredRegistry extends Map<string, Series> {
  readonly #meter: HostMeter
  readonly #recorders = new Map<string, RecordValue>()
  readonly #gauges = new Map<string, Map<string, { readonly series: Series; readonly attributes: Attributes }>>()
  readonly #removals: Array<() => void> = []

  constructor(meter: HostMeter) {
    super()
    this.#meter = meter
  }

  override set(key: string, series: Series): this {
    const instrument = instrumentOf(series.id)
    if (instrument === undefined) return super.set(key, series)
    const attributes = attributesOf(series, instrument)
    if (series.type === "Gauge") {
      this.#gauge(series, instrument).set(key, { series, attributes })
      return super.set(key, series)
    }
    const record = this.#recorder(series, instrument)
    const { update } = series.hooks
    const hooks = {
      ...series.hooks,
      update: (value: number, context: Context.Context<never>) => {
        update(value, context)
        record(value, attributes)
      }
    }
    // The metric continues with this object, so that a copy would miss its first value.
    return super.set(key, Object.assign(series, { hooks }))
  }

  /** Takes back the callbacks of gauges, which refer to this platform. */
  close(): void {
    for (const remove of this.#removals.splice(0)) remove()
  }

  #recorder(series: Series, instrument: Instrument): RecordValue {
    const known = this.#recorders.get(instrument.name)
    if (known !== undefined) return known
    const created = recorderOf(this.#meter, series, instrument)
    this.#recorders.set(instrument.name, created)
    return created
  }

  #gauge({ description = "", id }: Series, { name, unit }: Instrument) {
    const known = this.#gauges.get(id)
    if (known !== undefined) return known
    const created = new Map<string, { readonly series: Series; readonly attributes: Attributes }>()
    this.#gauges.set(id, created)
    const gauge = this.#meter.createObservableGauge(name, { description, unit })
    const observe: ObserveGauge = (result) => {
      for (const { attributes, series } of created.values()) {
        result.observe(Number(series.hooks.get(Context.empty()).value), attributes)
      }
    }
    gauge.addCallback(observe)
    this.#removals.push(() => gauge.removeCallback(observe))
    return created
  }
}

const recorderOf = (meter: HostMeter, series: Series, { name, unit }: Instrument): RecordValue => {
  const { description = "" } = series
  const state = series.hooks.get(Context.empty())
  if (series.type === "Histogram") {
    const { buckets }: { readonly buckets: ReadonlyArray<readonly [number, number]> } = state
    const explicitBucketBoundaries = buckets.map(([bound]) => bound).filter(Number.isFinite)
    const histogram = meter.createHistogram(name, { description, unit, advice: { explicitBucketBoundaries } })
    return (value, attributes) => histogram.record(value, attributes)
  }
  const counter = state.incremental === true
    ? meter.createCounter(name, { description, unit })
    : meter.createUpDownCounter(name, { description, unit })
  return (value, attributes) => counter.add(value, attributes)
}

/** Status codes are numbers in OpenTelemetry. */
const attributesOf = ({ attributes = {} }: Series, instrument: Instrument): Attributes =>
  Object.fromEntries(
    Object.entries(attributes as Readonly<Record<string, string>>).map(([key, value]) => {
      const name = instrument.attributes[key] ?? key
      return [name, name === "http.response.status_code" ? Number(value) : value]
    })
  )

/** Metrics of one platform, which others of the process do not see. */
export const layerOwnMetrics: Layer.Layer<never> = Layer.sync(Metric.MetricRegistry, () => new Map())

/** Metrics of one platform, which are also recorded in instruments of the host. */
export const layerMetered = (meter: HostMeter): Layer.Layer<never> =>
  Layer.effect(
    Metric.MetricRegistry,
    Effect.acquireRelease(
      Effect.sync(() => new MeteredRegistry(meter)),
      (registry) => Effect.sync(() => registry.close())
    )
  )
