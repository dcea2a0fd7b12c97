import { assert, layer } from "@effect/vitest"
import { type MessageKey, RegistryMessageStore } from "@namewright/core/domains"
import { nameOnly, type PollMessage, type PollPayload } from "@namewright/core/registry"
import { DomainName, Instant } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option, Schema } from "effect"
import { TestClock } from "effect/testing"

let registries = 0
let written = 0

const newMessage = (changes: Partial<PollMessage> = {}): PollMessage => ({
  message_id: `message-${++written}`,
  queued_on: DateTime.makeUnsafe("2026-11-22T10:00:00Z"),
  text: "Text of the registry",
  payload: { _tag: "Purged", name: DomainName.make("example.com") },
  object: { ...nameOnly, roid: "D1-TEST" },
  raw: "<response/>",
  ...changes
})

const keyOf = (registry: string, { message_id, queued_on }: PollMessage): MessageKey => ({
  registry,
  message_id,
  queued_on
})

/** Steps of a model test: messages are applied, fail and are tried again. */
const MessageSteps = Schema.Array(Schema.Struct({
  act: Schema.Literals(["insert", "fail", "retry one", "retry all"]),
  message: Schema.Literals([0, 1, 2]),
  mostAttempts: Schema.Literals([1, 2, 3])
})).check(Schema.isMaxLength(25))

interface Failure {
  readonly attempts: number
  readonly state: "failing" | "parked" | "retrying"
}

/** Contract of the storage of registry messages. */
export const registryMessageStoreContract = <E>(name: string, storage: Layer.Layer<RegistryMessageStore, E>) => {
  layer(storage)(`RegistryMessageStore (${name})`, (it) => {
    const store = Effect.gen(function*() {
      const messages = yield* RegistryMessageStore
      const registry = `registry-${++registries}`
      const failed = Effect.fnUntraced(function*(message: PollMessage, problem = "Broken", mostAttempts = 3) {
        return yield* messages.fail(registry, message, { problem, mostAttempts, on: yield* Instant.now })
      })
      return { messages, registry, failed, parked: (message: PollMessage) => failed(message, "Broken", 1) }
    })

    it.effect("stores a message once, and another one with the same id and another time", () =>
      Effect.gen(function*() {
        const { messages, registry } = yield* store
        const message = newMessage()
        assert.isTrue(yield* messages.insert(registry, message))
        assert.isFalse(yield* messages.insert(registry, message))
        const later = { ...message, queued_on: DateTime.makeUnsafe("2027-11-22T10:00:00Z") }
        assert.isTrue(yield* messages.insert(registry, later))
        assert.isTrue(yield* messages.insert(`${registry}-other`, message))
        const undated = { ...message, queued_on: null }
        assert.isTrue(yield* messages.insert(registry, undated))
        yield* TestClock.adjust("1 hour")
        assert.isFalse(yield* messages.insert(registry, undated))
      }))

    it.effect("counts failed attempts, and parks a message at the last one", () =>
      Effect.gen(function*() {
        const { failed, messages, registry } = yield* store
        const message = newMessage()
        const since = yield* Instant.now
        const first = yield* failed(message, "Out of order")
        assert.deepStrictEqual(first, {
          ...keyOf(registry, message),
          state: "failing",
          text: message.text,
          problem: "Out of order",
          attempts: 1,
          first_failed_on: since,
          last_failed_on: since
        })
        yield* TestClock.adjust("30 seconds")
        assert.strictEqual((yield* failed(message)).state, "failing")
        const last = yield* failed(message, "Still out of order")
        assert.deepStrictEqual(last, {
          ...first,
          state: "parked",
          attempts: 3,
          problem: "Still out of order",
          last_failed_on: yield* Instant.now
        })
        assert.deepStrictEqual(yield* messages.findFailed(keyOf(registry, message)), Option.some(last))
      }))

    it.effect("stores the content of a failed message, even without a time or a payload that can be encoded", () =>
      Effect.gen(function*() {
        const { messages, parked, registry } = yield* store
        const unreadable = { _tag: "Renewed", name: "example.com", expires_on: "soon" } as unknown as PollPayload
        const [dated, undated] = [newMessage(), newMessage({ queued_on: null })]
        const broken = newMessage({ payload: unreadable })
        const readable: PollMessage = { ...broken, payload: { _tag: "Unknown" } }
        for (const [message, content] of [[dated, dated], [undated, undated], [broken, readable]] as const) {
          yield* parked(message)
          assert.deepStrictEqual(yield* messages.content(keyOf(registry, message)), Option.some(content))
        }
        assert.deepStrictEqual(yield* messages.content(keyOf(registry, newMessage())), Option.none())
      }))

    it.effect("removes the failure of a message that is applied later", () =>
      Effect.gen(function*() {
        const { failed, messages, registry } = yield* store
        const message = newMessage()
        yield* failed(message)
        assert.isTrue(yield* messages.insert(registry, message))
        assert.deepStrictEqual(yield* messages.findFailed(keyOf(registry, message)), Option.none())
      }))

    it.effect("lists and counts the parked messages of each registry, the oldest first", () =>
      Effect.gen(function*() {
        const { failed, messages, parked, registry } = yield* store
        yield* failed(newMessage())
        const first = yield* parked(newMessage())
        yield* TestClock.adjust("1 minute")
        const second = yield* parked(newMessage())
        const own = (yield* messages.parked(1000)).filter((message) => message.registry === registry)
        assert.deepStrictEqual(own, [first, second])
        assert.lengthOf(yield* messages.parked(1), 1)
        assert.strictEqual((yield* messages.countParked).get(registry), 2)
      }))

    it.effect("marks one or all parked messages for another attempt, and parks them again if it fails", () =>
      Effect.gen(function*() {
        const { failed, messages, parked, registry } = yield* store
        const [first, second, third] = [newMessage(), newMessage(), newMessage()]
        yield* parked(first)
        yield* TestClock.adjust("1 minute")
        yield* parked(second)
        yield* failed(third)
        assert.strictEqual(yield* messages.retry(registry, second.message_id), 1)
        assert.strictEqual(yield* messages.retry(registry, second.message_id), 0)
        assert.strictEqual(yield* messages.retry(registry, third.message_id), 0)
        assert.strictEqual(yield* messages.retry(`${registry}-other`), 0)
        assert.strictEqual(yield* messages.retry(registry), 1)
        const retried = yield* messages.retrying(registry, 10)
        assert.deepStrictEqual(retried.map(({ message_id }) => message_id), [first.message_id, second.message_id])
        assert.lengthOf(yield* messages.retrying(registry, 1), 1)
        assert.strictEqual((yield* messages.countParked).get(registry), 2)
        assert.strictEqual((yield* failed(first, "Again", 1)).state, "parked")
        assert.lengthOf(yield* messages.retrying(registry, 10), 1)
      }))

    it.effect("stores a message once under concurrent inserts", () =>
      Effect.gen(function*() {
        const { messages, registry } = yield* store
        const message = newMessage()
        const stored = yield* Effect.forEach([1, 2, 3, 4], () => messages.insert(registry, message), {
          concurrency: "unbounded"
        })
        assert.lengthOf(stored.filter((isFirst) => isFirst), 1)
      }))

    it.effect.prop(
      "has the states of a map after any steps",
      [MessageSteps],
      ([steps]) =>
        Effect.gen(function*() {
          const { messages, registry } = yield* store
          const sample = [newMessage(), newMessage(), newMessage({ queued_on: null })]
          const inserted = new Set<PollMessage>()
          const failures = new Map<PollMessage, Failure>()
          const parked = () => [...failures].filter(([, { state }]) => state === "parked")
          for (const { act, message: index, mostAttempts } of steps) {
            const message = sample[index] ?? newMessage()
            if (act === "insert") {
              assert.strictEqual(yield* messages.insert(registry, message), !inserted.has(message))
              inserted.add(message)
              failures.delete(message)
            } else if (act === "fail") {
              const attempts = (failures.get(message)?.attempts ?? 0) + 1
              failures.set(message, { attempts, state: attempts < mostAttempts ? "failing" : "parked" })
              const failed = yield* messages.fail(registry, message, {
                problem: "Broken",
                mostAttempts,
                on: yield* Instant.now
              })
              assert.deepInclude(failed, failures.get(message) ?? {})
            } else {
              const retried = parked().filter(([candidate]) => act === "retry all" || candidate === message)
              const id = act === "retry all" ? undefined : message.message_id
              assert.strictEqual(yield* messages.retry(registry, id), retried.length)
              for (const [candidate, failure] of retried) failures.set(candidate, { ...failure, state: "retrying" })
            }
          }
          for (const message of sample) {
            const failed = Option.getOrNull(yield* messages.findFailed(keyOf(registry, message)))
            const state = failed === null ? null : { attempts: failed.attempts, state: failed.state }
            assert.deepStrictEqual(state, failures.get(message) ?? null)
          }
          const waiting = [...failures].filter(([, { state }]) => state !== "failing").length
          assert.strictEqual((yield* messages.countParked).get(registry) ?? 0, waiting)
          assert.lengthOf(yield* messages.retrying(registry, 10), waiting - parked().length)
        })
    )
  })
}
