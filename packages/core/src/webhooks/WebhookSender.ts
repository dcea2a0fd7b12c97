import { Context, Data, Effect, Layer } from "effect"
import type { WebhookErrorKind } from "./WebhookDelivery.ts"

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/** What a receiver answered, whatever its status. */
export class WebhookAnswer extends Data.TaggedClass("WebhookAnswer")<{
  readonly status: number
  /** The beginning of the answer's text. */
  readonly body: string
}> {}

/** Why there is no answer. */
export class WebhookSendFailed extends Data.TaggedError("WebhookSendFailed")<{
  readonly kind: Exclude<WebhookErrorKind, "http_status">
  readonly message: string
}> {}

/**
 * Port: sends one request to an address that a customer chose. It follows no redirects, takes 15 seconds at most, reads
 * at most 64 KiB of the answer, and connects to addresses of the public internet alone, which it decides by the address
 * that it connects to and not by the name.
 */
export class WebhookSender extends Context.Service<WebhookSender, {
  /** Whether this installation sends at all. */
  readonly sends: boolean
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookAnswer, WebhookSendFailed>
}>()("@namewright/core/webhooks/WebhookSender") {
  /** For installations without webhooks. */
  static readonly layerNone = Layer.succeed(WebhookSender, {
    sends: false,
    send: () =>
      Effect.fail(new WebhookSendFailed({ kind: "connection", message: "This installation sends no webhooks" }))
  })
}
