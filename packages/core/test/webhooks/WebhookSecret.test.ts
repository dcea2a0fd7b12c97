import { assert, it } from "@effect/vitest"
import { WebhookSecret } from "@namewright/core/webhooks"
import { Effect, Redacted, Schema } from "effect"
import { Webhook } from "standardwebhooks"

const headersOf = (id: string, timestamp: number, signature: string) => ({
  "webhook-id": id,
  "webhook-timestamp": String(timestamp),
  "webhook-signature": signature
})

/** The package refuses messages that are not of these minutes, by the system's clock. */
const present = Effect.sync(() => Math.floor(Date.now() / 1000))

it.effect.prop(
  "a signature is one that the package standardwebhooks accepts, and no other",
  [Schema.NonEmptyString, Schema.String],
  ([id, text]) =>
    Effect.gen(function*() {
      const secret = yield* WebhookSecret.generate
      const timestamp = yield* present
      const body = JSON.stringify({ text })
      const signature = yield* WebhookSecret.signatures([secret], { id, timestamp, body })
      const receiver = new Webhook(Redacted.value(secret))
      assert.deepStrictEqual(receiver.verify(body, headersOf(id, timestamp, signature)), { text })
      assert.throws(() => receiver.verify(`${body} `, headersOf(id, timestamp, signature)))
      assert.throws(() => receiver.verify(body, headersOf(`${id}x`, timestamp, signature)))
      assert.throws(() => receiver.verify(body, headersOf(id, timestamp + 1, signature)))
    }),
  { arbitrary: { runs: 20 } }
)

it.effect("while a secret is replaced, both the new and the old one verify", () =>
  Effect.gen(function*() {
    const secrets = [yield* WebhookSecret.generate, yield* WebhookSecret.generate]
    const message = { id: "event_1", timestamp: yield* present, body: "{}" }
    const headers = headersOf(message.id, message.timestamp, yield* WebhookSecret.signatures(secrets, message))
    for (const secret of secrets) assert.deepStrictEqual(new Webhook(Redacted.value(secret)).verify("{}", headers), {})
    const other = new Webhook(Redacted.value(yield* WebhookSecret.generate))
    assert.throws(() => other.verify("{}", headers))
  }))

it.effect("a secret is a mark and 32 bytes in base64, and does not show itself", () =>
  Effect.gen(function*() {
    const secret = yield* WebhookSecret.generate
    assert.match(Redacted.value(secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
    assert.notInclude(JSON.stringify({ secret }) + String(secret), "whsec_")
  }))
