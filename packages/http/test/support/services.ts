import * as Sqlite from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { WebhookAnswer, WebhookSender } from "@namewright/core/webhooks"
import { Effect, Layer } from "effect"

/** Webhooks that arrive without leaving the process. */
const webhookSender = Layer.succeed(WebhookSender, {
  sends: true,
  send: () => Effect.succeed(new WebhookAnswer({ status: 200, body: "" }))
})

/**
 * A whole platform on simulated registries and on the test's clock, over a fresh SQLite database in memory unless the
 * options name another.
 */
export const services = (options: Partial<PlatformOptions> = {}) =>
  Layer.orDie(layerPlatform({
    storage: Sqlite.layer({ filename: ":memory:" }),
    credentialCacheSeconds: 0,
    webhookSender,
    ...options
  }))
