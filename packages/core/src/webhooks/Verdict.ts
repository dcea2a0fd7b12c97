import { DateTime, Duration } from "effect"
import type { Instant } from "../shared/index.ts"
import type { WebhookEndpoint } from "./WebhookEndpoint.ts"
import type { WebhookAnswer, WebhookSendFailed } from "./WebhookSender.ts"

/** Waits between the attempts of a delivery, shortened or lengthened by up to a tenth; after the last it is given up. */
export const retryWaits: ReadonlyArray<Duration.Duration> = [
  Duration.seconds(5),
  Duration.minutes(5),
  Duration.minutes(30),
  Duration.hours(2),
  Duration.hours(5),
  Duration.hours(10),
  Duration.hours(14)
]

/** What becomes of a delivery after an attempt. */
export type Verdict =
  | { readonly _tag: "Succeeded" }
  /** The receiver wants nothing any more. */
  | { readonly _tag: "Gone" }
  | { readonly _tag: "GivenUp" }
  | { readonly _tag: "Again"; readonly wait: Duration.Duration }

/** `attempts` counts the present one; `chance` between 0 and 1 spreads the retries of many deliveries. */
export const verdictOn = (
  result: WebhookAnswer | WebhookSendFailed,
  attempts: number,
  chance: number
): Verdict => {
  if (result._tag === "WebhookAnswer") {
    if (result.status >= 200 && result.status < 300) return { _tag: "Succeeded" }
    if (result.status === 410) return { _tag: "Gone" }
  }
  const wait = retryWaits[attempts - 1]
  return wait === undefined ? { _tag: "GivenUp" } : { _tag: "Again", wait: Duration.times(wait, 0.9 + 0.2 * chance) }
}

/** An endpoint is disabled once so many deliveries in a row were given up, and none has succeeded for so long. */
export const disabling = { deliveries: 10, failingFor: Duration.days(3) } as const

export const hasFailedForDays = (
  { failed_deliveries, failing_since }: Pick<WebhookEndpoint, "failed_deliveries" | "failing_since">,
  now: Instant.Instant
): boolean =>
  failed_deliveries >= disabling.deliveries && failing_since !== null
  && DateTime.isLessThanOrEqualTo(DateTime.addDuration(failing_since, disabling.failingFor), now)
