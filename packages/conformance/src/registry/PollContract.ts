import type { Registry } from "@namewright/core/registry"
import { Effect, Option } from "effect"
import * as assert from "../drivers/assert.ts"
import { messagesAbout, register, requestTransfer } from "./RegistryOrders.ts"
import { type RegistryTest, RegistryUnderTest } from "./RegistryUnderTest.ts"

const drain = Effect.fnUntraced(function*(registry: Registry) {
  yield* messagesAbout(registry, (yield* register(registry)).name)
})

/** The message queue (RFC 5730, section 2.9.2.3). */
export const pollContract = (all: RegistryTest) => {
  const it = all.needs("infoDomain", "createDomain", "nextMessage")
  it.effect("has no message in an empty queue", () =>
    Effect.gen(function*() {
      const { ours: { generic } } = yield* RegistryUnderTest
      yield* drain(generic)
      assert.deepStrictEqual(yield* generic.nextMessage, Option.none())
    }))

  it.needs("requestTransfer", "acknowledgeMessage", "rival", "clock", "authCodes", "pendingTransfers").effect(
    "returns the oldest message until it is acknowledged",
    () =>
      Effect.gen(function*() {
        const { advance, ours: { generic }, theirs } = yield* RegistryUnderTest
        yield* drain(generic)
        const { name: first } = yield* register(generic)
        const { name: second } = yield* register(generic)
        yield* requestTransfer(theirs.generic, first)
        yield* advance("1 minute")
        yield* requestTransfer(theirs.generic, second)
        const message = Option.getOrThrow(yield* generic.nextMessage)
        assert.deepStrictEqual(Option.getOrThrow(yield* generic.nextMessage), message)
        assert.strictEqual("name" in message.payload && message.payload.name, first)
        yield* generic.acknowledgeMessage(message.message_id)
        const next = Option.getOrThrow(yield* generic.nextMessage)
        assert.strictEqual("name" in next.payload && next.payload.name, second)
        assert.notStrictEqual(next.message_id, message.message_id)
        yield* generic.acknowledgeMessage(next.message_id)
        assert.deepStrictEqual(yield* generic.nextMessage, Option.none())
      })
  )

  it.needs("requestTransfer", "acknowledgeMessage", "rival", "authCodes", "pendingTransfers").effect(
    "accepts a repeated acknowledgement, and ignores one of another registrar's message",
    () =>
      Effect.gen(function*() {
        const { ours: { generic }, theirs } = yield* RegistryUnderTest
        yield* drain(generic)
        const { name } = yield* register(generic)
        yield* requestTransfer(theirs.generic, name)
        const { message_id } = Option.getOrThrow(yield* generic.nextMessage)
        yield* Effect.exit(theirs.generic.acknowledgeMessage(message_id))
        assert.isTrue(Option.isSome(yield* generic.nextMessage))
        yield* generic.acknowledgeMessage(message_id)
        yield* generic.acknowledgeMessage(message_id)
        assert.deepStrictEqual(yield* generic.nextMessage, Option.none())
      })
  )
}
