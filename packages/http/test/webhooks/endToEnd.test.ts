import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { Duration, Effect, Layer } from "effect"
import { Webhook } from "standardwebhooks"
import { webhookSender } from "../../src/webhooks/WebhookSenderNode.ts"
import { contactBody } from "../contacts/contactBody.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { Receiver } from "./Receiver.ts"

const platform = TestPlatform.layerWith({}, { webhookSender, webhookLoopback: true })

/** The verifying package accepts only recent timestamps, so the test uses the system clock. */
layer(Layer.merge(platform, Receiver.layer), { excludeTestServices: true })("a registration", (it) => {
  it.effect("reaches a receiver that verifies it", () =>
    Effect.gen(function*() {
      const { fetch, key, organization } = yield* TestPlatform
      const { port, received } = yield* Receiver
      const worker = yield* Worker
      const owner = yield* organization({ credit: 100_00 })
      const mine = { key: yield* key(owner) }
      const post = (path: string, body: unknown) =>
        Effect.map(fetch("POST", path, body, mine), (answer) => {
          assert.strictEqual(answer.status, 201, JSON.stringify(answer.body))
          return answer.body
        })
      const endpoint = yield* post("/v1/webhooks", {
        url: `http://127.0.0.1:${port}/hook`,
        event_types: ["REGISTRATION"]
      })
      const { contact_id } = yield* post("/v1/contacts", contactBody)
      const domain = yield* post("/v1/domains", {
        name: "pushed.com",
        renewal_mode: "renew",
        period: { unit: "y", value: 1 },
        contacts: { registrant: contact_id, admin: contact_id, tech: contact_id, billing: contact_id }
      })
      yield* worker.tick(Duration.seconds(20))

      assert.strictEqual(received.length, 1)
      const { body = "", headers = {} } = received[0] ?? {}
      const message: any = new Webhook(endpoint.secret).verify(body, headers as Record<string, string>)
      assert.strictEqual(message.type, "domain.registration.success")
      assert.strictEqual(message.data.object_id, domain.domain_id)
      const event = yield* fetch("GET", `/v1/events/${message.data.event_id}`, undefined, mine)
      assert.deepStrictEqual(message, {
        type: "domain.registration.success",
        timestamp: event.body.created_on,
        data: event.body
      })
      const log = yield* fetch("GET", `/v1/webhooks/${endpoint.webhook_endpoint_id}/deliveries`, undefined, mine)
      const [delivery] = log.body.items
      assert.deepStrictEqual(
        [log.body.total, delivery.status, delivery.attempts, delivery.response_status, delivery.response_body],
        [1, "succeeded", 1, 200, "answer to /hook"]
      )
    }))
})
