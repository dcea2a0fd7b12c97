import { type Context, Metric } from "effect"

const requests = Metric.counter("http_requests_total", {
  description: "Requests by method, route and status",
  incremental: true
})

const duration = Metric.histogram("http_request_duration_seconds", {
  description: "Seconds until the answer began, by method, route and status",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** The series of one method, route and status; there are few, so they are kept. */
const series = new Map<string, readonly [typeof requests, typeof duration]>()

const seriesOf = (method: string, route: string, status: number) => {
  const key = `${status} ${method} ${route}`
  const known = series.get(key)
  if (known !== undefined) return known
  const attributes = { method, route, status: String(status) }
  const made = [
    Metric.withAttributes(requests, attributes),
    Metric.withAttributes(duration, attributes)
  ] as const
  series.set(key, made)
  return made
}

/** Counts an answered request; `route` is the path template, so that the number of series is bounded. */
export const countRequest = (
  context: Context.Context<never>,
  request: { readonly method: string; readonly route: string | undefined; readonly status: number },
  seconds: number
): void => {
  const [count, histogram] = seriesOf(request.method, request.route ?? "unknown", request.status)
  count.updateUnsafe(1, context)
  histogram.updateUnsafe(seconds, context)
}
