import { Cause, Clock, DateTime, Duration, Effect, Metric, Option } from "effect"
import { Processes } from "../../processes/index.ts"
import { Instant, Transaction } from "../../shared/index.ts"
import type { Nameserver, Publication, Served } from "./Nameservers.ts"
import {
  type ClaimedPublication,
  type PublicationLease,
  type PublicationOutcome,
  ZonePublicationStore
} from "./ZonePublicationStore.ts"

const pending = Metric.gauge("dns_publications_pending", {
  description: "Zones that a nameserver does not serve as they are asked for"
})

const lag = Metric.gauge("dns_publication_lag_seconds", {
  description: "Seconds for which the zone that waits the longest is behind on a nameserver"
})

const published = Metric.counter("dns_publications_total", {
  description: "Publications by nameserver and outcome",
  incremental: true
})

/** Longest lease of a publication. It ends earlier with its process. */
export const publicationLease = Duration.seconds(30)

/** Time between the end of a driver's time and the end of the lease, in which the outcome is stored. */
const storageTime = Duration.seconds(10)

/** Publications that are created at once for a new nameserver. */
const fillAtOnce = 1000

/** Upper bound of the duration of transactions. */
const longestTransaction = Duration.minutes(1)

/** Back-off after consecutive failures: doubled from 1 second up to 60 seconds. */
const publicationBackoff = (attempts: number): Duration.Duration =>
  Duration.seconds(Math.min(60, 2 ** Math.min(attempts - 1, 6)))

/** Publications of one call of a nameserver, and their lease. */
export interface ClaimedPublications {
  readonly lease: PublicationLease
  readonly publications: ReadonlyArray<ClaimedPublication>
}

/** Publication to one nameserver by one process. */
export interface Publisher {
  readonly nameserver: string
  /** Leases due publications, up to the limit of one call; empty if none is due. */
  readonly claim: Effect.Effect<ClaimedPublications>
  /** Publishes leased publications, and stores the served serials. Returns true if newer serials are wanted. */
  readonly carryOut: (claimed: ClaimedPublications) => Effect.Effect<boolean>
  /** Updates the metrics of the nameserver's lag. */
  readonly measure: Effect.Effect<void>
}

/** Makes a publisher. The nameserver is registered with its first step. */
export const makePublisher = Effect.fnUntraced(function*(nameserver: Nameserver) {
  const store = yield* ZonePublicationStore
  const transaction = yield* Transaction
  const processes = yield* Processes
  const { capabilities: { zones_per_call }, name } = nameserver
  let number: number | undefined
  let isFilled = false

  const register = Effect.gen(function*() {
    const now = yield* Instant.now
    return yield* transaction.atomically(store.register(name, now))
  })

  const ownNumber = Effect.suspend(() =>
    number === undefined
      ? Effect.tap(register, (registered) => Effect.sync(() => void (number = registered)))
      : Effect.succeed(number)
  )

  /**
   * Creates publications of zones that are older than the nameserver. Runs between two publications, so that changes
   * are not delayed.
   */
  const fill = Effect.fnUntraced(function*(own: number) {
    if (isFilled) return
    const now = yield* Instant.now
    const registeredBefore = DateTime.subtractDuration(now, longestTransaction)
    const more = yield* transaction.atomically(store.fill(own, fillAtOnce, now, registeredBefore))
    isFilled = !more
  })

  const count = (outcome: "served" | "failed", publications: number) =>
    publications === 0
      ? Effect.void
      : Metric.update(Metric.withAttributes(published, { nameserver: name, outcome }), publications)

  const publish = (
    { lease, publications: claimed }: ClaimedPublications,
    now: Instant.Instant
  ): Effect.Effect<ReadonlyArray<Served>> =>
    Effect.suspend(() => nameserver.publish(claimed.map(publicationOf))).pipe(
      Effect.timeoutOption(driverTime(lease, now)),
      Effect.map(Option.getOrElse(() => failedAll(claimed, "The nameserver did not answer in time"))),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.failCause(cause)
          : Effect.as(
            Effect.logError(`Nameserver ${name} could not be published to`, cause),
            failedAll(claimed, "The nameserver could not be reached")
          )
      ),
      Effect.withSpan("Nameserver.publish", {
        attributes: { "namewright.nameserver.name": name, "namewright.zones": claimed.length }
      })
    )

  const claim = Effect.gen(function*() {
    const own = yield* ownNumber
    yield* fill(own)
    const process_id = yield* processes.current
    const now = yield* Instant.now
    const until = DateTime.addDuration(now, publicationLease)
    const publications = yield* transaction.atomically(store.claim(own, process_id, zones_per_call, { now, until }))
    return { lease: { process_id, until }, publications }
  })

  const carryOut = Effect.fnUntraced(function*(leased: ClaimedPublications) {
    const { lease, publications: claimed } = leased
    const own = yield* ownNumber
    const before = yield* Instant.now
    // Another publisher may have sent a newer version after the end of the lease.
    if (Duration.isZero(driverTime(lease, before))) return false
    const served = new Map((yield* publish(leased, before)).map((answer) => [answer.name, answer]))
    const after = yield* Instant.now
    const outcomes = claimed.map((publication) => outcomeOf(publication, served.get(publication.name), after))
    const isDue = yield* transaction.atomically(store.recordOutcomes(own, lease, outcomes, after))
    const failed = outcomes.filter(({ problem }) => problem !== null).length
    yield* count("failed", failed)
    yield* count("served", outcomes.length - failed)
    return isDue
  })

  const measure = Effect.gen(function*() {
    const own = yield* register
    number = own
    // A forgotten name is filled again.
    isFilled = false
    const { behind_since, pending: waiting } = yield* store.lag(own)
    const now = yield* Clock.currentTimeMillis
    const seconds = Option.match(behind_since, {
      onNone: () => 0,
      onSome: (since) => Math.max(0, now - DateTime.toEpochMillis(since)) / 1000
    })
    yield* Metric.update(Metric.withAttributes(pending, { nameserver: name }), waiting)
    yield* Metric.update(Metric.withAttributes(lag, { nameserver: name }), seconds)
  })

  return { nameserver: name, claim, carryOut, measure } satisfies Publisher
})

/** Time that a driver has before the end of the lease; zero if there is none. */
const driverTime = ({ until }: PublicationLease, now: Instant.Instant): Duration.Duration =>
  Duration.millis(
    Math.max(0, DateTime.toEpochMillis(until) - DateTime.toEpochMillis(now) - Duration.toMillis(storageTime))
  )

const publicationOf = ({ dns_zone_id, name, serial }: ClaimedPublication): Publication => ({
  dns_zone_id,
  name,
  serial
})

const failedAll = (claimed: ReadonlyArray<ClaimedPublication>, problem: string): ReadonlyArray<Served> =>
  claimed.map(({ name }) => ({ name, serial: undefined, problem }))

/** True if the served serial is at least the wanted one. A server that reports none counts as current. */
const isServed = (wanted: number | null, { problem, serial }: Served): boolean => {
  if (serial === undefined) return problem === null
  return wanted === null ? serial === null : serial !== null && serial >= wanted
}

const outcomeOf = (
  { attempts, name, serial: wanted }: ClaimedPublication,
  answer: Served | undefined,
  now: Instant.Instant
): PublicationOutcome => {
  const served = answer ?? { name, serial: undefined, problem: "The nameserver did not report the zone" }
  const isDone = isServed(wanted, served)
  return {
    name,
    wanted,
    served: isDone && served.serial === undefined ? wanted : served.serial,
    problem: isDone ? null : served.problem ?? servedInstead(served.serial),
    next_attempt_on: DateTime.addDuration(now, publicationBackoff(attempts))
  }
}

const servedInstead = (serial: number | null | undefined): string =>
  serial === null || serial === undefined
    ? "The nameserver does not serve the zone"
    : `The nameserver serves serial ${serial}`
