import { assert, layer } from "@effect/vitest"
import { EventLog } from "@namewright/core/events"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

layer(EventLog.layer.pipe(Layer.provide(memoryDatabase())))("The event log", (it) => {
  it.effect("calls subscribers, such as webhooks, with listed events only", () =>
    Effect.gen(function*() {
      const { record, subscribe } = yield* EventLog
      const received: Array<string> = []
      yield* subscribe((_, { event_data }) => Effect.sync(() => void received.push(event_data.message)))
      const event = {
        organization_id: yield* newOrganizationId,
        object_type: "DOMAIN",
        object_id: null,
        object_name: null,
        type: "RENEWAL",
        subtype: "NOTIFICATION"
      } as const
      yield* record({ ...event, event_data: { message: "listed" } })
      yield* record({ ...event, event_data: { message: "of the feed" }, kind: "domain.expired", is_listed: false })
      assert.deepStrictEqual(received, ["listed"])
    }))
})
