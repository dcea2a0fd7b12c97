import { layerPlatform, type PlatformServices, type Storage } from "@namewright/core/embed"
import { type PollMessage, type PollPayload, type Registry, RegistryTemporary } from "@namewright/core/registry"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer } from "effect"
import { changedRegistries } from "./changedRegistries.ts"
import { testTlds } from "./testTlds.ts"

/** Message of a test; members other than the payload have defaults. */
export interface WrittenMessage extends Partial<Omit<PollMessage, "payload">> {
  readonly payload: PollPayload
}

let messages = 0

/**
 * Simulated registries with additional queued messages. `hidden`: existing domains that queries do not show. `broken`:
 * domains whose queries crash.
 */
export const queuedMessages = (storage: Layer.Layer<Storage, unknown>) => {
  const queues = new Map<string, Array<PollMessage>>()
  const hidden = new Set<string>()
  const broken = new Set<string>()
  /** Number of acknowledgements to lose. */
  const lost = { acknowledgements: 0 }
  const queueOf = (key: string) => {
    const queue = queues.get(key) ?? []
    queues.set(key, queue)
    return queue
  }
  const queued = (registry: Registry): Registry => ({
    ...registry,
    infoDomain: (name, code) => {
      if (broken.has(name)) return Effect.die(new Error("Out of order"))
      return hidden.has(name) ? Effect.succeedNone : registry.infoDomain(name, code)
    },
    nextMessage: Effect.suspend(() => {
      const [first] = queueOf(registry.key)
      return first === undefined ? registry.nextMessage : Effect.succeedSome(first)
    }),
    acknowledgeMessage: (id) =>
      Effect.suspend(() => {
        const [first] = queueOf(registry.key)
        if (first?.message_id !== id) return registry.acknowledgeMessage(id)
        if (lost.acknowledgements-- > 0) return Effect.fail(new RegistryTemporary({ text: "No answer" }))
        queueOf(registry.key).shift()
        return Effect.void
      })
  })
  const platform: Layer.Layer<PlatformServices> = Layer.orDie(layerPlatform({
    storage,
    tlds: testTlds,
    registries: changedRegistries(queued, () => [...queues].flatMap(([key, { length }]) => length > 0 ? [key] : []))
  }))
  return {
    platform,
    hidden,
    broken,
    lost,
    /** Queues a message at a registry; `queued_on` defaults to now. */
    enqueue: Effect.fnUntraced(function*(key: string, message: WrittenMessage) {
      const written: PollMessage = {
        message_id: `written-${++messages}`,
        queued_on: yield* Instant.now,
        text: "As the registry has it",
        object: { roid: null, created_on: null, happened_on: null },
        raw: null,
        ...message
      }
      queueOf(key).push(written)
      return written
    }),
    /** Unacknowledged messages. */
    waiting: (key: string) => queueOf(key).length
  }
}

/** Instant a number of minutes before another. */
export const before = (instant: Instant.Instant | null, minutes: number): Instant.Instant => {
  if (instant === null) throw new Error("There is no such instant")
  return DateTime.subtract(instant, { minutes })
}
