import { DateTime, Duration } from "effect"
import type { Instant } from "../shared/index.ts"
import type { WebhookEndpoint } from "./WebhookEndpoint.ts"
import type { WebhookResponse, WebhookSendFailed } from "./WebhookSender.ts"

/** Retry schedule of a delivery, with 10 % jitter. A failure after the last wait is final. */
export const retryWaits: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14)
]

/** Outcome of an attempt of a delivery. */
export type Verdict =
  | { readonly _tag: "Succeeded" }
  /** The receiver responded with 410: its endpoint is disabled. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "Failed" }
  | { readonly _tag: "Retry"; readonly wait: Duration.Duration }

/** Outcome of attempt number `attempts`. `jitter` is a random number between 0 and 1. */
export const verdictOf = (
  result: WebhookResponse | WebhookSendFailed,
  attempts: number,
  jitter: number
): Verdict => {
  if (result._tag === "WebhookResponse") {
    if (result.status >= 200 && result.status < 300) return { _tag: "Succeeded" }
    if (result.status === 410) return { _tag: "Gone" }
  }
  const wait = retryWaits[attempts - 1]
  return wait === undefined ? { _tag: "Failed" } : { _tag: "Retry", wait: Duration.times(wait, 0.9 + 0.2 * jitter) }
}

/** Thresholds for disabling an endpoint: failed deliveries in a row, and time without a successful attempt. */
export const disabling = { deliveries: 10, failingFor: Duration.days(3) } as const

export const mustBeDisabled = (
  { failed_deliveries, failing_since }: Pick<WebhookEndpoint, "failed_deliveries" | "failing_since">,
  now: Instant.Instant
): boolean =>
  failed_deliveries >= disabling.deliveries && failing_since !== null
  && DateTime.isLessThanOrEqualTo(DateTime.addDuration(failing_since, disabling.failingFor), now)
