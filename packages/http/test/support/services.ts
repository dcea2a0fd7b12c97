import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { WebhookResponse, WebhookSender } from "@namewright/core/webhooks"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { passwordHasherWith } from "../../src/access/PasswordHasherScrypt.ts"

/** Webhooks that arrive without leaving the process. */
const webhookSender = Layer.succeed(WebhookSender, {
  sends: true,
  send: () => Effect.succeed(new WebhookResponse({ status: 200, body: "" }))
})

/** Hashes that cost a test nothing. */
const passwordHasher = passwordHasherWith({ cost: 16, blockSize: 8, parallelism: 1 })

/**
 * A whole platform on simulated registries and on the test's clock, over a fresh SQLite database in memory unless the
 * options name another.
 */
export const services = (options: Partial<PlatformOptions> = {}) =>
  Layer.orDie(layerPlatform({
    storage: memoryDatabase(),
    credentialCacheSeconds: 0,
    passwordHasher,
    webhookSender,
    ...options
  }))
