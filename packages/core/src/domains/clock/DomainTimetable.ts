import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { JobDeferred, JobKinds, JobQueue } from "../../jobs/index.ts"
import { Processes } from "../../processes/index.ts"
import { IntentId, type RegistryIntent, RegistryIntents } from "../../registry/index.ts"
import { DomainId, Instant, Timetable, Transaction } from "../../shared/index.ts"
import { ClaimsNoticeStore } from "../claims/ClaimsNoticeStore.ts"
import { DomainStore } from "../DomainStore.ts"
import { RegistryMessages } from "../messages/RegistryMessages.ts"
import { DomainQuoteStore } from "../quote/DomainQuoteStore.ts"
import { DomainLifeCycle } from "./DomainLifeCycle.ts"

/** Maximum intents, or messages, of one round. */
const perRound = 100
/** Maximum domains of one round. A domain with a waiting job is not enqueued again. */
const domainsPerRound = 5000

/** Maximum expired quotes, or claims notices, that one round removes. */
const removedPerRound = 1000

const topic = "registry.upkeep"

const decodeDomain = Schema.decodeUnknownEffect(Schema.Struct({ domain_id: DomainId }))
const decodeIntent = Schema.decodeUnknownEffect(Schema.Struct({ intent_id: IntentId }))

/** Kinds of jobs that advance a domain or settle an intent; the ordering key is the object. */
const jobsOfObjects = Effect.gen(function*() {
  const kinds = yield* JobKinds
  const lifeCycle = yield* DomainLifeCycle
  const intents = yield* RegistryIntents

  yield* kinds.registerTopic({ topic, concurrency: 8 })
  yield* kinds.registerKind({
    kind: "domains.advance",
    topic,
    run: ({ payload }) =>
      Effect.orDie(decodeDomain(payload)).pipe(
        Effect.flatMap(({ domain_id }) => lifeCycle.advance(domain_id)),
        Effect.as(null)
      )
  })
  yield* kinds.registerKind({
    kind: "registry.settle",
    topic,
    run: Effect.fnUntraced(function*({ payload }) {
      const { intent_id } = yield* Effect.orDie(decodeIntent(payload))
      const pause = yield* intents.settle(intent_id)
      return Option.isNone(pause) ? null : yield* new JobDeferred({ pause: pause.value })
    })
  })
})

/** Rounds that find due domains and intents, and enqueue a job for each. */
const makeRounds = Effect.gen(function*() {
  const queue = yield* JobQueue
  const intents = yield* RegistryIntents
  const store = yield* DomainStore
  const transaction = yield* Transaction

  const enqueue = (open: ReadonlyArray<RegistryIntent>) =>
    queue.enqueueAll(open.map(({ intent_id, object_id, organization_id }) => ({
      kind: "registry.settle",
      organization_id,
      payload: { intent_id },
      ordering_key: `object ${object_id}`,
      key: intent_id
    })))

  const unsettled = transaction.atomically(Effect.gen(function*() {
    const taken = yield* intents.claimDue(perRound)
    yield* enqueue(taken)
    return taken.length === perRound
  }))

  const leftByEnded = transaction.atomically(Effect.flatMap(intents.releaseEnded, enqueue))

  const due = transaction.atomically(Effect.gen(function*() {
    const found = yield* store.due(yield* Instant.now, domainsPerRound)
    yield* queue.enqueueAll(found.map((domain_id) => ({
      kind: "domains.advance",
      organization_id: null,
      payload: { domain_id },
      ordering_key: `object ${domain_id}`,
      key: domain_id
    })))
    return false
  }))

  return { unsettled, leftByEnded, due }
})

/**
 * Removes quotes three days after their end. Until then, an order with one is refused as expired, not as unknown, and the
 * reconciliation compares used ones with their charges.
 */
const removeQuotes = (quotes: DomainQuoteStore["Service"], transaction: Transaction["Service"]) =>
  transaction.atomically(Effect.gen(function*() {
    const until = DateTime.subtract(yield* Instant.now, { days: 3 })
    return (yield* quotes.removeExpired(until, removedPerRound)) === removedPerRound
  }))

/** Removes expired claims notices. An order with one is refused like one with an unknown hash. */
const removeNotices = (notices: ClaimsNoticeStore["Service"], transaction: Transaction["Service"]) =>
  transaction.atomically(Effect.gen(function*() {
    return (yield* notices.removeExpired(yield* Instant.now, removedPerRound)) === removedPerRound
  }))

/** Registers the scheduled work on domains. */
export const DomainTimetable = Layer.effectDiscard(Effect.gen(function*() {
  yield* jobsOfObjects
  const timetable = yield* Timetable
  const messages = yield* RegistryMessages
  const store = yield* DomainStore
  const transaction = yield* Transaction
  const processes = yield* Processes
  const { due, leftByEnded, unsettled } = yield* makeRounds

  yield* processes.whenEnded(leftByEnded)

  yield* timetable.add({ name: "registry.intents", every: "15 seconds", run: unsettled })
  yield* timetable.add({
    name: "registry.messages",
    every: "30 seconds",
    run: Effect.map(messages.poll, (taken) => taken >= perRound)
  })
  yield* timetable.add({ name: "domains.life_cycle", every: "1 minute", run: due })
  yield* timetable.add({
    name: "domains.quotes",
    every: "10 minutes",
    run: removeQuotes(yield* DomainQuoteStore, transaction)
  })
  yield* timetable.add({
    name: "domains.claims_notices",
    every: "10 minutes",
    run: removeNotices(yield* ClaimsNoticeStore, transaction)
  })
  yield* timetable.add({
    name: "domains.nameserver_sets",
    every: "5 minutes",
    run: transaction.atomically(store.removeUnusedNameserverSets)
  })
}))
