import { type Context, Metric } from "effect"

const requests = Metric.counter("http_requests_total", {
  description: "Requests by method, route and status",
  incremental: true
})

const duration = Metric.histogram("http_request_duration_seconds", {
  description: "Seconds until the response began, by method, route and status",
  boundaries: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
})

/** Cached series by status, method and route. Their number is bounded. */
const series = new Map<string, readonly [typeof requests, typeof duration]>()

const seriesOf = (method: string, route: string, status: number) => {
  const key = `${status} ${method} ${route}`
  const cached = series.get(key)
  if (cached !== undefined) return cached
  const attributes = { method, route, status: String(status) }
  const created = [
    Metric.withAttributes(requests, attributes),
    Metric.withAttributes(duration, attributes)
  ] as const
  series.set(key, created)
  return created
}

/** Counts a request and its duration. `route` is the path template, which bounds the number of series. */
export const countRequest = (
  context: Context.Context<never>,
  request: { readonly method: string; readonly route: string | undefined; readonly status: number },
  seconds: number
): void => {
  const [count, histogram] = seriesOf(request.method, request.route ?? "unknown", request.status)
  count.updateUnsafe(1, context)
  histogram.updateUnsafe(seconds, context)
}
