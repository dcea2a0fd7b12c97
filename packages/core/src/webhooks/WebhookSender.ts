import { Context, Data, Effect, Layer } from "effect"
import type { WebhookErrorKind } from "./WebhookDelivery.ts"

export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  /** JSON text. */
  readonly body: string
}

/** Response of a receiver, with any status. */
export class WebhookResponse extends Data.TaggedClass("WebhookResponse")<{
  readonly status: number
  /** Beginning of the response body. */
  readonly body: string
}> {}

/** The receiver did not respond. */
export class WebhookSendFailed extends Data.TaggedError("WebhookSendFailed")<{
  readonly kind: Exclude<WebhookErrorKind, "http_status">
  readonly message: string
}> {}

/**
 * Port: sends one request to a URL of a customer. Implementations follow no redirects, take at most 15 seconds and read
 * at most 64 KiB of the response. They connect only to addresses of the public internet, and check the address of the
 * connection rather than the name.
 */
export class WebhookSender extends Context.Service<WebhookSender, {
  /** True if this installation sends webhooks. */
  readonly sends: boolean
  readonly send: (request: WebhookRequest) => Effect.Effect<WebhookResponse, WebhookSendFailed>
}>()("@namewright/core/webhooks/WebhookSender") {
  /** Sender of installations without webhooks. */
  static readonly layerNone = Layer.succeed(WebhookSender, {
    sends: false,
    send: () =>
      Effect.fail(new WebhookSendFailed({ kind: "connection", message: "This installation sends no webhooks" }))
  })
}
