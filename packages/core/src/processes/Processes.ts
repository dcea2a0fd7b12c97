import { Clock, Context, DateTime, Duration, Effect, Layer, Semaphore } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { elapsed, Liveness, type Moment } from "./Liveness.ts"
import { newProcessId, type ProcessId } from "./Process.ts"
import { ProcessSettings } from "./ProcessSettings.ts"
import { ProcessStore } from "./ProcessStore.ts"

/**
 * The running processes of the installation. Leases name the process that holds them: on intents, idempotency keys,
 * workers of jobs and sessions with registries. They end when the row of the process is removed, by itself when it stops,
 * or by another process that has observed its silence. A process that was suspended or cut off for too long gets a new
 * id, and the leases of its old id are not its own any more.
 */
export class Processes extends Context.Service<Processes, {
  /** The id under which leases are taken. Asks the storage if the last heartbeat is too old. Not inside a transaction. */
  readonly current: Effect.Effect<ProcessId>
  /** The same without asking, for use inside a transaction. Check `isCurrent` before relying on such a lease. */
  readonly latest: Effect.Effect<ProcessId>
  /** A function that is true while leases of this id are certainly held. It does not ask the storage. */
  readonly isCurrent: (id: ProcessId) => Effect.Effect<() => boolean>
  /** Adds work to be done after processes have ended, and once when this one starts: it releases their leases. */
  readonly whenEnded: (release: Effect.Effect<void>) => Effect.Effect<void>
  /** Sends a heartbeat, and ends the processes that were silent for too long. */
  readonly round: Effect.Effect<void>
  /** Repeats `round` until it is interrupted. For every process that carries out requests or jobs. */
  readonly run: Effect.Effect<never>
}>()("@namewright/core/processes/Processes") {
  static readonly layer: Layer.Layer<Processes, never, ProcessStore | Transaction> = Layer.effect(
    Processes,
    Effect.gen(function*() {
      const store = yield* ProcessStore
      const transaction = yield* Transaction
      const settings = yield* ProcessSettings
      const mutex = yield* Semaphore.make(1)
      const single = yield* Semaphore.make(1)
      const liveness = new Liveness(settings)
      const releases: Array<Effect.Effect<void>> = []
      /** True from the end of a process until its leases are released; another process may not have released them. */
      let isReleaseDue = true

      const register = Effect.gen(function*() {
        const seen = yield* moment
        const now = yield* Instant.now
        const process_id = yield* newProcessId
        yield* store.insert({ process_id, started_on: now, seen_on: now })
        return { process_id, seen }
      })

      let own = yield* register
      yield* Effect.addFinalizer(() => Effect.ignoreCause(store.remove(own.process_id)))

      const isValidAt = (now: Moment) => elapsed(own.seen, now) < Duration.toMillis(settings.validity)

      /** A heartbeat counts from its start: it may be stored long before its answer arrives. */
      const beat = mutex.withPermits(1)(Effect.gen(function*() {
        const seen = yield* moment
        const { process_id } = own
        const isStored = yield* transaction.atomically(
          Effect.flatMap(Instant.now, (now) => store.beat(process_id, now))
        )
        own = isStored ? { process_id, seen } : yield* register
        if (!isStored) yield* Effect.logWarning(`This process counted as ended. Its new id is ${own.process_id}`)
      }))

      const endSilent = Effect.gen(function*() {
        const others = yield* store.others(own.process_id)
        for (const { process_id, seen_on } of liveness.ended(others, (yield* moment).monotonic)) {
          if (!(yield* store.end(process_id, seen_on))) continue
          isReleaseDue = true
          const last = DateTime.formatIso(seen_on)
          yield* Effect.logWarning(`Process ${process_id} has ended without stopping, last seen ${last}`)
        }
      })

      const releaseAll = Effect.suspend(() => {
        isReleaseDue = false
        return Effect.forEach(
          releases,
          (release) =>
            Effect.catchCause(release, (cause) => {
              isReleaseDue = true
              return Effect.logError("Leases of ended processes could not be released", cause)
            }),
          { discard: true }
        )
      })

      const round = Effect.gen(function*() {
        yield* beat
        yield* endSilent
        if (isReleaseDue) yield* releaseAll
      })

      const run = single.withPermits(1)(Effect.forever(
        Effect.catchCause(round, (cause) => Effect.logError("A heartbeat could not be stored", cause)).pipe(
          Effect.andThen(Effect.sleep(settings.beat))
        )
      ))

      return Processes.of({
        current: Effect.gen(function*() {
          if (!isValidAt(yield* moment)) yield* beat
          return own.process_id
        }),
        latest: Effect.sync(() => own.process_id),
        isCurrent: (id) =>
          Clock.clockWith((clock) => Effect.succeed(() => own.process_id === id && isValidAt(momentOf(clock)))),
        whenEnded: (release) => Effect.sync(() => void releases.push(release)),
        round,
        run
      })
    })
  )

  /** Sends heartbeats as long as the layer lives. */
  static readonly layerHeartbeats = Layer.effectDiscard(
    Effect.flatMap(Processes, ({ run }) => Effect.forkScoped(run))
  )
}

const momentOf = (clock: Clock.Clock): Moment => ({
  wall: clock.currentTimeMillisUnsafe(),
  monotonic: Number(clock.monotonicTimeNanosUnsafe()) / 1e6
})

const moment = Clock.clockWith((clock) => Effect.succeed(momentOf(clock)))
