import { Clock, Context, DateTime, Duration, Effect, Layer, Semaphore } from "effect"
import { Instant, Transaction } from "../shared/index.ts"
import { elapsed, Liveness, type Moment } from "./Liveness.ts"
import { newProcessId, type ProcessId } from "./Process.ts"
import { ProcessSettings } from "./ProcessSettings.ts"
import { ProcessStore } from "./ProcessStore.ts"

/**
 * The running processes of the installation. Intents, idempotency keys, workers of jobs and registry sessions hold
 * leases that name their process. A lease ends when the row of its process is removed: by the process when it stops, or
 * by another one that observed no heartbeat for too long. A process that was suspended or cut off for that long gets a
 * new id and loses the leases of the old one.
 */
export class Processes extends Context.Service<Processes, {
  /** The id for new leases. Reads the storage if the last heartbeat is too old. Not for use inside a transaction. */
  readonly current: Effect.Effect<ProcessId>
  /**
   * The same without reading the storage, for use inside a transaction. Check `isCurrent` before relying on such a
   * lease.
   */
  readonly latest: Effect.Effect<ProcessId>
  /** Returns a function that is true while leases of this id are certainly valid. It does not read the storage. */
  readonly isCurrent: (id: ProcessId) => Effect.Effect<() => boolean>
  /**
   * Registers work that releases the leases of ended processes. It runs after processes have ended, once when this one
   * starts, and after `releaseSoon`.
   */
  readonly whenEnded: (release: Effect.Effect<void>) => Effect.Effect<void>
  /**
   * Runs the registered work after the next stored heartbeat, because this process has leases that it could not end
   * itself while the storage failed.
   */
  readonly releaseSoon: Effect.Effect<void>
  /** Sends a heartbeat, and ends processes without one for longer than `silence`. */
  readonly round: Effect.Effect<void>
  /** Repeats `round` until interrupted, in every process that handles requests or jobs. */
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
      /**
       * True from the end of a process until its leases are released, because the process that ended it may not have
       * done so; and after `releaseSoon`.
       */
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

      /** A heartbeat counts from its start, because it may be stored long before its response arrives. */
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
        releaseSoon: Effect.sync(() => void (isReleaseDue = true)),
        round,
        run
      })
    })
  )

  /** Sends heartbeats during the lifetime of the layer. */
  static readonly layerHeartbeats = Layer.effectDiscard(
    Effect.flatMap(Processes, ({ run }) => Effect.forkScoped(run))
  )
}

const momentOf = (clock: Clock.Clock): Moment => ({
  wall: clock.currentTimeMillisUnsafe(),
  monotonic: Number(clock.monotonicTimeNanosUnsafe()) / 1e6
})

const moment = Clock.clockWith((clock) => Effect.succeed(momentOf(clock)))
