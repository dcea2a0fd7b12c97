import { type Effect, Metric } from "effect"

const orders = Metric.counter("certificate_orders_total", {
  description: "Outcomes of attempts to obtain certificates, by authority and outcome",
  incremental: true
})

const expiring = Metric.gauge("certificates_overdue", {
  description: "Certificates that expire within seven days without renewal, or were requested a day ago and not issued"
})

/** Counts an attempt: `issued`, or the reason of its failure. */
export const countOrder = (
  authority: string,
  outcome: "issued" | "refused" | "rateLimited" | "unavailable"
): Effect.Effect<void> => Metric.update(Metric.withAttributes(orders, { authority, outcome }), 1)

export const showOverdue = (certificates: number): Effect.Effect<void> => Metric.update(expiring, certificates)
