import { assert, layer } from "@effect/vitest"
import { Worker } from "@namewright/core/embed"
import { WebhookResponse, WebhookSender } from "@namewright/core/webhooks"
import { Duration, Effect, Layer } from "effect"
import { TestClock } from "effect/testing"
import { TestPlatform } from "../support/TestPlatform.ts"
import { happened } from "./happened.ts"
import { newWebhook } from "./newWebhook.ts"

const seen: Array<string> = []
let isTooMuch: (id: string) => boolean = () => false
let isBroken = false

/** Receiver that fails some deliveries. */
const webhookSender = Layer.succeed(WebhookSender, {
  sends: true,
  send: ({ headers }) =>
    Effect.sync(() => {
      if (isBroken) throw new Error("The platform's own fault")
      const id = headers["webhook-id"] ?? ""
      seen.push(id)
      return new WebhookResponse({ status: isTooMuch(id) ? 503 : 200, body: "" })
    })
})

/** Advances the clock in steps, and lets the worker run. */
const pass = Effect.fnUntraced(function*(step: Duration.Input, steps: number) {
  const worker = yield* Worker
  for (let count = 0; count < steps; count++) {
    yield* TestClock.adjust(step)
    yield* worker.tick(Duration.minutes(1))
  }
})

layer(TestPlatform.layerWith({}, { webhookSender }))("deliveries, by the jobs that attempt them", (it) => {
  it.effect("are tried again in order, then out of order, and fail finally", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      const bad = yield* happened(call.organization)
      const good = yield* happened(call.organization)
      isTooMuch = (id) => id === bad
      const log = Effect.map(call("GET", `${path}/deliveries`), ({ body }) =>
        body.items.map(({ attempts, status }: { attempts: number; status: string }) => [status, attempts]))

      yield* pass("0 seconds", 1)
      assert.deepStrictEqual([seen, yield* log], [[bad], [["pending", 0], ["pending", 1]]])
      yield* pass("6 seconds", 1)
      assert.deepStrictEqual(seen, [bad, bad])
      yield* pass("1 minute", 6)
      assert.deepStrictEqual([seen, yield* log], [[bad, bad, bad, good], [["succeeded", 1], ["pending", 3]]])
      yield* pass("16 hours", 6)
      assert.deepStrictEqual(yield* log, [["succeeded", 1], ["failed", 8]])
      assert.deepStrictEqual(seen, [bad, bad, bad, good, ...Array<string>(5).fill(bad)])
    }))

  it.effect("succeed after repeated failures of the platform", () =>
    Effect.gen(function*() {
      const { call, path } = yield* newWebhook()
      yield* happened(call.organization)
      isBroken = true
      yield* pass("1 hour", 10)
      isBroken = false
      yield* pass("1 hour", 1)
      const { body } = yield* call("GET", `${path}/deliveries`)
      assert.deepStrictEqual([body.items[0].status, body.items[0].attempts], ["succeeded", 1])
    }))
})
