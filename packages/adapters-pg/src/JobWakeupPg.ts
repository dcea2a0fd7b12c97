import { JobWakeup } from "@namewright/core/jobs"
import { Entropy } from "@namewright/core/shared"
import { Clock, Effect, Layer } from "effect"
import type { Notifications } from "./Notifications.ts"

/** Pause before a lost listener connects again, in real time: no clock of a platform affects the connection. */
const pause = Effect.provideService(Effect.sleep("1 second"), Clock.Clock, Clock.Clock.defaultValue())

const channel = "namewright_jobs"

/**
 * Wakes workers of this process directly, and those of others by `NOTIFY`. Signals during a running notification are
 * combined into the next one. A subscriber uses one connection of the pool.
 */
export const layer = <R>(connected: Effect.Effect<Notifications, never, R>) =>
  Layer.effect(
    JobWakeup,
    Effect.gen(function*() {
      const pg = yield* connected
      const scope = yield* Effect.scope
      const local = yield* JobWakeup.makeLocal
      // Identifies the notifications of this process.
      const origin = yield* (yield* Entropy).uuidV4()
      const waiting = new Set<string>()
      let isSending = false

      const send: Effect.Effect<void> = Effect.suspend(() => {
        const topics = [...waiting]
        waiting.clear()
        if (topics.length === 0) {
          isSending = false
          return Effect.void
        }
        return Effect.andThen(
          Effect.ignoreCause(pg.notify(channel, JSON.stringify([origin, ...topics]))),
          send
        )
      })

      const signal = Effect.fnUntraced(function*(topics: ReadonlyArray<string>) {
        yield* local.signal(topics)
        topics.forEach((topic) => waiting.add(topic))
        if (isSending) return
        isSending = true
        yield* Effect.forkIn(send, scope)
      })

      const listen = (wake: (topic: string) => void) =>
        pg.listen(channel, (payload) => {
          const [from, ...topics] = topicsOf(payload)
          if (from !== origin) topics.forEach(wake)
        })

      return JobWakeup.of({
        signal,
        subscribe: Effect.fnUntraced(function*(wake) {
          yield* local.subscribe(wake)
          // While the connection is lost, workers poll.
          yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.ignoreCause(listen(wake)), pause)))
        })
      })
    })
  )

const topicsOf = (payload: string): ReadonlyArray<string> => {
  try {
    const parsed: unknown = JSON.parse(payload)
    return Array.isArray(parsed) ? parsed.map(String) : []
  } catch {
    return []
  }
}
