import { Cause, Context, DateTime, Deferred, Duration, Effect, Layer, Queue, Semaphore } from "effect"
import { Processes } from "../../processes/index.ts"
import { Instant, Timetable, Transaction } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneIdentity } from "../ZoneStore.ts"
import { Nameservers, type Publication } from "./Nameservers.ts"
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
      const publishers = yield* Effect.forEach(all, makePublisher)
      const wakeUps = yield* Effect.forEach(publishers, () => Queue.sliding<void>(1))

      const ring = Effect.sync(() => {
        for (const wakeUp of wakeUps) Queue.offerUnsafe(wakeUp, undefined)
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
          publishers.flatMap((publisher, index) => [serve(publisher, wakeUps[index]), measure(publisher)]),
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

/**
 * Publishes due publications after each wake-up signal, and polls, because other processes announce as well.
 * Publications in quick succession share a round, and slow zones do not delay others.
 */
const serve = Effect.fnUntraced(function*(
  publisher: Publisher,
  wakeUp: Queue.Queue<void> | undefined
): Effect.fn.Return<never> {
  const turns = yield* Semaphore.make(roundsAtOnce)
  const carryOut = makeCarryOut(publisher)
  return yield* Effect.forever(Effect.gen(function*() {
    yield* turns.take(1)
    const claimed = yield* undisturbed(publisher.nameserver, publisher.claim, undefined)
    if (claimed === undefined || claimed.publications.length === 0) {
      yield* turns.release(1)
      yield* Effect.timeoutOption(wakeUp === undefined ? Effect.never : Queue.take(wakeUp), poll)
    } else {
      yield* Effect.forkChild(Effect.ensuring(carryOut(claimed), turns.release(1)))
      yield* Effect.sleep(betweenRounds)
    }
  }))
})

/** Publishes one version of a zone after the other, so that an older version never comes last. */
const makeCarryOut = (publisher: Publisher) => {
  const inProgress = new Map<DnsName, Deferred.Deferred<void>>()
  return Effect.fnUntraced(function*(claimed: ClaimedPublications) {
    const { publications } = claimed
    const earlier = publications.flatMap(({ name }) => inProgress.get(name) ?? [])
    const done = Deferred.makeUnsafe<void>()
    for (const { name } of publications) inProgress.set(name, done)
    const end = Effect.suspend(() => {
      for (const { name } of publications) if (inProgress.get(name) === done) inProgress.delete(name)
      return Deferred.succeed(done, undefined)
    })
    yield* Effect.forEach(new Set(earlier), Deferred.await, { discard: true })
    yield* Effect.ensuring(undisturbed(publisher.nameserver, publisher.carryOut(claimed), undefined), end)
  })
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
