import { Cause, Context, DateTime, Deferred, Duration, Effect, Layer, Queue, Semaphore } from "effect"
import { Processes } from "../../processes/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneIdentity } from "../ZoneStore.ts"
import { type Nameserver, Nameservers, type Publication } from "./Nameservers.ts"
import { type ClaimedPublications, makePublisher, publicationLease, type Publisher } from "./Publisher.ts"
import type { ZonePublication } from "./ZonePublication.ts"
import { ZonePublicationStore } from "./ZonePublicationStore.ts"

/** Time without publisher after which a nameserver is ignored; after `forgottenAfter` it is deleted. */
const staleAfter = Duration.days(1)
const forgottenAfter = Duration.days(7)
const forgottenAtOnce = 1000

const poll = Duration.seconds(1)

/** Concurrent rounds of one nameserver. */
const roundsAtOnce = 8

/** Publications announced within this time are published in one round. */
const betweenRounds = Duration.millis(20)
const measuredEvery = Duration.seconds(10)

/**
 * Outbox between zones and nameservers. A row contains the wanted and the served serial of a zone at a nameserver. Rows
 * outlive processes. A publication always sends the current content of a zone, so that it may be late or repeated.
 */
export class ZonePublications extends Context.Service<ZonePublications, {
  /**
   * Stores publications for every registered nameserver in the caller's transaction; publishers are woken after the
   * commit.
   */
  readonly announce: (publications: ReadonlyArray<Publication>) => Effect.Effect<void>
  /**
   * As `announce`, for a caller that stores the publications itself, with the zone and in the same transaction. Returns
   * the time from which they are due; undefined if zones are not published.
   */
  readonly due: (publications: ReadonlyArray<Publication>) => Effect.Effect<Instant.Instant | undefined>
  /** Publication state of a zone at each nameserver; none for a zone if another zone of its name is served. */
  readonly ofZone: (zone: ZoneIdentity) => Effect.Effect<ReadonlyArray<ZonePublication>>
  /** Publishes to the nameservers of this process until interrupted. */
  readonly run: Effect.Effect<never>
  /** Publishes all due publications. Returns their number. */
  readonly drain: Effect.Effect<number>
}>()("@namewright/core/dns/publication/ZonePublications") {
  /** Zones are not published. */
  static readonly layerNone = Layer.succeed(ZonePublications, {
    announce: () => Effect.void,
    due: () => Effect.succeed(undefined),
    ofZone: () => Effect.succeed([]),
    run: Effect.never,
    drain: Effect.succeed(0)
  })

  static readonly layer = Layer.effect(
    ZonePublications,
    Effect.gen(function*() {
      const store = yield* ZonePublicationStore
      const transaction = yield* Transaction
      const { all } = yield* Nameservers
      const publishers = yield* Effect.forEach(all, makeWokenPublisher)

      const ring = Effect.sync(() => {
        for (const { wakeUp } of publishers) Queue.offerUnsafe(wakeUp, undefined)
      })

      const announce = Effect.fn("ZonePublications.announce")(function*(publications: ReadonlyArray<Publication>) {
        if (publications.length === 0) return
        yield* store.announce(publications, yield* Instant.now)
        yield* transaction.afterCommit(ring)
      })

      const due = () => Effect.andThen(transaction.afterCommit(ring), Instant.now)

      const ofZone = Effect.fn("ZonePublications.ofZone")(function*(zone: ZoneIdentity) {
        return yield* store.ofZone(zone, DateTime.subtractDuration(yield* Instant.now, staleAfter))
      })

      const run = Effect.andThen(
        Effect.all(
          publishers.flatMap((publisher) => [serve(publisher), measure(publisher)]),
          { concurrency: "unbounded", discard: true }
        ),
        Effect.never
      )

      const drain = Effect.map(
        Effect.forEach(publishers, drainOne, { concurrency: "unbounded" }),
        (counts) => counts.reduce((sum, count) => sum + count, 0)
      ).pipe(Effect.withSpan("ZonePublications.drain"))

      /** Releases publications of killed processes at once, instead of at the end of their leases. */
      const releaseEnded = Effect.gen(function*() {
        const now = yield* Instant.now
        const until = DateTime.addDuration(now, publicationLease)
        yield* transaction.atomically(store.releaseEnded(now, until))
        yield* ring
      })

      yield* (yield* Processes).whenEnded(releaseEnded)
      yield* (yield* Timetable).add({
        name: "dns.forgotten_nameservers",
        every: "1 hour",
        run: Effect.flatMap(
          Instant.now,
          (now) => transaction.atomically(store.forget(DateTime.subtractDuration(now, forgottenAfter), forgottenAtOnce))
        )
      })

      return ZonePublications.of({ announce, due, ofZone, run, drain })
    })
  )
}

interface WokenPublisher extends Publisher {
  /** Signals of new publications. */
  readonly wakeUp: Queue.Queue<void>
}

const makeWokenPublisher = Effect.fnUntraced(function*(nameserver: Nameserver) {
  const publisher = yield* makePublisher(nameserver)
  const wakeUp = yield* Queue.sliding<void>(1)
  return { ...publisher, wakeUp, carryOut: inOrder(publisher) } satisfies WokenPublisher
})

/**
 * Publishes due publications after each wake-up signal, and polls, because other processes announce as well.
 * Publications in quick succession share a round, and slow zones do not delay others.
 */
const serve = Effect.fnUntraced(function*(publisher: WokenPublisher): Effect.fn.Return<never> {
  const { nameserver, wakeUp } = publisher
  const turns = yield* Semaphore.make(roundsAtOnce)
  /** Newer versions of the published zones follow without the pause of a poll. */
  const carryOut = Effect.fnUntraced(function*(claimed: ClaimedPublications) {
    const isDue = yield* undisturbed(nameserver, publisher.carryOut(claimed), false)
    if (isDue) yield* Queue.offer(wakeUp, undefined)
  })
  return yield* Effect.forever(Effect.gen(function*() {
    yield* turns.take(1)
    const claimed = yield* undisturbed(nameserver, publisher.claim, undefined)
    if (claimed === undefined || claimed.publications.length === 0) {
      yield* turns.release(1)
      yield* Effect.timeoutOption(Queue.take(wakeUp), poll)
    } else {
      yield* Effect.forkChild(Effect.ensuring(carryOut(claimed), turns.release(1)))
      yield* Effect.sleep(betweenRounds)
    }
  }))
})

/**
 * `carryOut` that publishes one version of a zone after the other, also if a lease ended during a publication of this
 * process, so that an older version never comes last.
 */
const inOrder = (publisher: Publisher): Publisher["carryOut"] => {
  const inProgress = new Map<DnsName, Deferred.Deferred<void>>()
  const begin = ({ publications }: ClaimedPublications) => {
    const earlier = new Set(publications.flatMap(({ name }) => inProgress.get(name) ?? []))
    const done = Deferred.makeUnsafe<void>()
    for (const { name } of publications) inProgress.set(name, done)
    const end = Effect.suspend(() => {
      for (const { name } of publications) if (inProgress.get(name) === done) inProgress.delete(name)
      return Deferred.succeed(done, undefined)
    })
    return { earlier: Effect.forEach(earlier, Deferred.await, { discard: true }), end, isWaiting: true }
  }
  return (claimed) =>
    Effect.acquireUseRelease(
      Effect.sync(() => begin(claimed)),
      (turn) =>
        Effect.andThen(
          turn.earlier,
          Effect.suspend(() => {
            turn.isWaiting = false
            return publisher.carryOut(claimed)
          })
        ),
      // A turn that is interrupted while it waits ends after the earlier ones, because later ones wait for it only.
      ({ earlier, end, isWaiting }) => isWaiting ? Effect.forkDetach(Effect.andThen(earlier, end)) : end
    )
}

const measure = (publisher: Publisher): Effect.Effect<never> =>
  Effect.forever(Effect.andThen(
    undisturbed(publisher.nameserver, publisher.measure, undefined),
    Effect.sleep(measuredEvery)
  ))

const drainOne = Effect.fnUntraced(function*(publisher: Publisher) {
  yield* publisher.measure
  let carriedOut = 0
  for (let claimed = yield* publisher.claim; claimed.publications.length > 0; claimed = yield* publisher.claim) {
    yield* publisher.carryOut(claimed)
    carriedOut += claimed.publications.length
  }
  yield* publisher.measure
  return carriedOut
})

/** Continues after a pause if the database is unavailable. */
const undisturbed = <A>(nameserver: string, effect: Effect.Effect<A>, otherwise: A): Effect.Effect<A> =>
  Effect.catchCause(effect, (cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.failCause(cause)
      : Effect.logError(`The publisher to ${nameserver} could not go on`, cause).pipe(
        Effect.andThen(Effect.sleep(poll)),
        Effect.as(otherwise)
      ))
