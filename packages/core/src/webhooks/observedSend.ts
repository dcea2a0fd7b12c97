import { Clock, Effect, Metric } from "effect"
import { durationBounds, untraced } from "../telemetry/index.ts"
import type { WebhookDeliveryId } from "./WebhookDelivery.ts"
import { type WebhookRequest, WebhookResponse, type WebhookSender, type WebhookSendFailed } from "./WebhookSender.ts"

const duration = Metric.histogram("webhook_attempt_duration_seconds", {
  description: "Seconds of an attempt to deliver a webhook, by outcome",
  boundaries: durationBounds
})

/** The receiver responded with another status than one of success. */
class NotTaken extends WebhookResponse {}

const outcomeOf = (result: WebhookResponse | WebhookSendFailed): string =>
  result._tag === "WebhookSendFailed" ? result.kind : result instanceof NotTaken ? "http_status" : "delivered"

/** Host and port of a receiver. The rest of an address may be secret. */
const serverOf = (url: string) => {
  const { hostname, port, protocol } = new URL(url)
  return {
    "server.address": hostname,
    "server.port": port === "" ? protocol === "https:" ? 443 : 80 : Number(port),
    "url.scheme": protocol.slice(0, -1)
  }
}

/** Sends a delivery as a span, and measures it. Returns the response, or why there is none. */
export const observedSend = Effect.fnUntraced(function*(
  sender: WebhookSender["Service"],
  id: WebhookDeliveryId,
  request: WebhookRequest
) {
  const started = yield* Clock.currentTimeNanos
  const result = yield* sender.send(request).pipe(
    Effect.flatMap((response) =>
      response.status >= 200 && response.status < 300
        ? Effect.as(Effect.annotateCurrentSpan("http.response.status_code", response.status), response)
        : Effect.andThen(
          Effect.annotateCurrentSpan({
            "http.response.status_code": response.status,
            "error.type": String(response.status)
          }),
          Effect.fail(new NotTaken(response))
        )
    ),
    Effect.tapError((failure) =>
      failure._tag === "WebhookSendFailed" ? Effect.annotateCurrentSpan("error.type", failure.kind) : Effect.void
    ),
    Effect.withSpan("POST", {
      kind: "client",
      attributes: {
        "http.request.method": "POST",
        ...serverOf(request.url),
        "namewright.webhook.delivery.id": id
      }
    }, untraced),
    Effect.catch(Effect.succeed)
  )
  const seconds = Number((yield* Clock.currentTimeNanos) - started) / 1e9
  yield* Metric.update(Metric.withAttributes(duration, { outcome: outcomeOf(result) }), seconds)
  return { result, duration: Math.round(seconds * 1000) }
})
