import { assert, layer } from "@effect/vitest"
import {
  BillingTransactionStore,
  LedgerStore,
  newBillingTransactionId,
  noPostings,
  type StoredTransaction,
  untaxed
} from "@namewright/core/billing"
import { type Change, Changes, ChangeStore } from "@namewright/core/changes"
import { EventLog, EventStore } from "@namewright/core/events"
import { newProcessId, ProcessStore } from "@namewright/core/processes"
import { Instant, Money, newOrganizationId, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Layer, Option } from "effect"

/** Storage services of the feed. */
export type ChangeFeedStorage =
  | BillingTransactionStore
  | ChangeStore
  | EventStore
  | LedgerStore
  | ProcessStore
  | Transaction

const recorded = Effect.fnUntraced(function*(organization_id: OrganizationId, message: string, is_listed = true) {
  const { record } = yield* EventLog
  yield* record({
    organization_id,
    object_type: "DOMAIN",
    object_id: `domain_of_${message}`,
    object_name: "a.example",
    type: "RENEWAL",
    subtype: is_listed ? "SUCCESS" : "NOTIFICATION",
    event_data: { message },
    ...(is_listed ? {} : { is_listed, kind: "domain.expired" as const })
  })
})

/** A payment with its ledger entry. */
const paid = Effect.fnUntraced(function*(payer_id: OrganizationId, reference: string) {
  const now = yield* Instant.now
  const amount = Money.MinorUnits.make(100)
  const billing_transaction_id = yield* newBillingTransactionId
  const payment: StoredTransaction = {
    billing_transaction_id,
    organization_id: payer_id,
    payer_id,
    product_type: "account_wallet",
    product_reference: reference,
    action: "wallet_top_up",
    status: "succeeded",
    volume: 1,
    unit: null,
    price: amount,
    tax_rate: untaxed,
    tax_amount: Money.zero,
    amount,
    currency: "EUR",
    created_on: now,
    updated_on: now,
    completed_on: now
  }
  yield* (yield* BillingTransactionStore).insert(payment)
  const postings = { ...noPostings, wallet: amount, cash: Money.MinorUnits.make(-100) }
  const entry = { billing_transaction_id, step: "top_up", payer_id, currency: "EUR", postings } as const
  yield* (yield* LedgerStore).post(entry, Money.zero, now)
})

/** Name that the writer of a change gave it. */
const nameOf = (change: Change): string =>
  change.kind === "payment.received"
    ? change.data.product_reference ?? ""
    : "message" in change.data
    ? change.data.message
    : ""

const writers = 16

/** Reads the feed from a position until a condition holds; all changes, in the order of the pages. */
const readUntil = Effect.fnUntraced(function*(
  from: number,
  found: Array<Change>,
  isComplete: () => boolean
) {
  const { read } = yield* Changes
  let after = from
  for (;;) {
    const isLast = isComplete()
    const { changes, next } = yield* read({ after, limit: 7 })
    found.push(...changes)
    if (isLast && next === after) return
    after = next
    yield* Effect.yieldNow
  }
})

interface Written {
  readonly names: ReadonlyArray<string>
  /** Number of transactions that were committed before it wrote anything. */
  readonly before: number
}

/**
 * Many writers at once, whose transactions commit in another order than they write. `holds` keeps one transaction open until
 * the reader has got changes of others, which needs more than one connection.
 */
export const concurrentChanges = <E>(
  name: string,
  storage: Layer.Layer<ChangeFeedStorage, E>,
  { holds, rounds }: { readonly holds: boolean; readonly rounds: number }
) =>
  layer(feedOn(storage), { excludeTestServices: true, timeout: "60 seconds" })(
    `The change feed of ${writers} writers (${name})`,
    (it) => {
      it.effect("has each committed change once, in order and without a gap", () =>
        Effect.gen(function*() {
          const { atomically } = yield* Transaction
          const { last } = yield* (yield* ChangeStore).range
          const committed: Array<Written> = []
          const found: Array<Change> = []
          const held = yield* Deferred.make<void>()
          const othersEnded = yield* Deferred.make<void>()

          const transactionOf = (payer: OrganizationId, label: string, round: number) => {
            const names = [`${label} first`, `${label} paid`, `${label} last`]
            return Effect.gen(function*() {
              const before = committed.length
              yield* atomically(Effect.gen(function*() {
                yield* recorded(payer, names[0] ?? "")
                yield* Effect.yieldNow
                yield* paid(payer, names[1] ?? "")
                if (holds && round % 5 === 1) {
                  yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 3)))
                }
                yield* recorded(payer, names[2] ?? "", round % 4 !== 0)
                if (round % 3 === 2) yield* Effect.fail("rolled back" as const)
              }))
              committed.push({ names, before })
            }).pipe(Effect.ignore)
          }
          const writer = Effect.fnUntraced(function*(number: number) {
            const payer = yield* newOrganizationId
            for (let round = 0; round < rounds; round++) yield* transactionOf(payer, `${number}/${round}`, round)
          })
          // It writes first and is committed last, after the reader got changes that were written later.
          const holding = holds
            ? Effect.andThen(
              Effect.flatMap(
                newOrganizationId,
                (payer) => atomically(Effect.andThen(recorded(payer, "held first"), Deferred.await(held)))
              ),
              Effect.sync(() => committed.push({ names: ["held first"], before: 0 }))
            )
            : Effect.void
          const release = Effect.gen(function*() {
            yield* Deferred.await(othersEnded)
            while (found.length < committed.length * 3) yield* Effect.sleep("5 millis")
            yield* Deferred.succeed(held, undefined)
          })
          let isWritten = false
          const others = Effect.all(Array.from({ length: writers }, (_, number) => writer(number)), {
            concurrency: "unbounded",
            discard: true
          }).pipe(Effect.andThen(Deferred.succeed(othersEnded, undefined)))
          const writing = Effect.all([holding, release, others], { concurrency: "unbounded", discard: true })
            .pipe(Effect.andThen(Effect.sync(() => void (isWritten = true))))
          yield* Effect.all([writing, readUntil(last, found, () => isWritten)], { concurrency: 2, discard: true })

          assert.deepStrictEqual(found.map(({ position }) => position), found.map((_, index) => last + index + 1))
          const names = found.map(nameOf)
          assert.deepStrictEqual(names.toSorted(), committed.flatMap((written) => written.names).toSorted())
          assert.isAbove(committed.length, writers)
          // Each transaction's changes come after those of every transaction that was committed before it began to write.
          const positions = new Map(names.map((text, index) => [text, index]))
          const indexesOf = (written: Written) => written.names.map((text) => positions.get(text) ?? -1)
          let latest = -1
          const latestBefore = committed.map((written) => {
            const before = latest
            latest = Math.max(latest, ...indexesOf(written))
            return before
          })
          for (const written of committed) {
            if (written.before === 0) continue
            const earlier = latestBefore[written.before] ?? latest
            assert.isAbove(Math.min(...indexesOf(written)), earlier, written.names[0])
          }
          if (holds) assert.strictEqual(names.at(-1), "held first")
        }), 120_000)
    }
  )

const feedOn = <E>(storage: Layer.Layer<ChangeFeedStorage, E>) =>
  Changes.layer.pipe(Layer.provideMerge(EventLog.layer), Layer.provideMerge(storage))

const begin = DateTime.makeUnsafe(0)
const newestFirst = { by: "created_on", order: "desc" } as const
const firstPage = { page: 1, page_size: 10 }

/** Contract of storage adapters for the change feed. */
export const changeFeedContract = <E>(name: string, storage: Layer.Layer<ChangeFeedStorage, E>) => {
  concurrentChanges(name, storage, { holds: false, rounds: 6 })
  layer(feedOn(storage))(`ChangeStore (${name})`, (it) => {
    it.effect("has events and money with their data, and reads some kinds of them in pages", () =>
      Effect.gen(function*() {
        const { read } = yield* Changes
        const { atomically } = yield* Transaction
        const payer = yield* newOrganizationId
        const { next: from } = yield* read({ after: (yield* (yield* ChangeStore).range).last })
        yield* atomically(Effect.andThen(recorded(payer, "renewed"), paid(payer, "payment 1")))
        yield* recorded(payer, "expired", false)
        const { changes, next } = yield* read({ after: from })
        assert.deepStrictEqual(
          changes.map(({ kind, organization_id, position }) => [position - from, kind, organization_id]),
          [[1, "domain.renewed", payer], [2, "payment.received", payer], [3, "domain.expired", payer]]
        )
        assert.strictEqual(next, from + 3)
        assert.deepInclude(changes[0]?.object, { type: "DOMAIN", id: "domain_of_renewed", name: "a.example" })
        assert.deepInclude(changes[1]?.data, {
          net: "1.00",
          tax: "0.00",
          gross: "1.00",
          tax_rate: "0.00",
          currency: "EUR"
        })
        const payments = yield* read({ after: from, kinds: ["payment.received"], limit: 1 })
        assert.deepStrictEqual([payments.changes.map(nameOf), payments.next], [["payment 1"], from + 2])
        const none = yield* read({ after: from + 2, kinds: ["charge.captured"] })
        assert.deepStrictEqual(none, { changes: [], next: from + 3 })
        const { items } = yield* (yield* EventStore).list(payer, {}, newestFirst, firstPage)
        assert.deepStrictEqual(items.map(({ event_data }) => event_data.message), ["renewed"])
      }))

    it.effect("leases a consumer to one run, until it ends it or its process ends", () =>
      Effect.gen(function*() {
        const store = yield* ChangeStore
        const processes = yield* ProcessStore
        const now = yield* Instant.now
        const [first, second] = [yield* newProcessId, yield* newProcessId]
        for (const process_id of [first, second]) yield* processes.insert({ process_id, started_on: now, seen_on: now })
        const { last, removed_through } = yield* store.range
        const consumer = `consumer ${first}`
        const [a, b] = [{ name: consumer, run_id: "a" }, { name: consumer, run_id: "b" }]
        assert.deepStrictEqual(yield* store.acquire(a, first), Option.some(removed_through))
        assert.deepStrictEqual(yield* store.acquire(a, first), Option.some(removed_through))
        assert.deepStrictEqual(yield* store.acquire(b, second), Option.none())
        assert.isTrue(yield* store.advance(a, last + 5, now))
        assert.isFalse(yield* store.advance(b, last + 9, now))
        assert.deepStrictEqual([yield* store.holds(a), yield* store.holds(b)], [true, false])
        yield* processes.remove(first)
        assert.deepStrictEqual(yield* store.acquire(b, second), Option.some(last + 5))
        assert.isFalse(yield* store.advance(a, last + 6, now))
        assert.deepStrictEqual([yield* store.holds(a), yield* store.holds(b)], [false, true])
        yield* store.release(a)
        assert.isTrue(yield* store.advance(b, last + 6, now))
        yield* store.release(b)
        assert.isFalse(yield* store.holds(b))
        assert.deepStrictEqual(yield* store.acquire(a, second), Option.some(last + 6))
        yield* store.move(consumer, last + 1, now)
        assert.isFalse(yield* store.holds(a))
        assert.isFalse(yield* store.advance(a, last + 7, now))
        assert.deepStrictEqual(yield* store.cursor(consumer), Option.some(last + 1))
        assert.deepStrictEqual(yield* store.cursor("unknown"), Option.none())
      }))

    it.effect("reports removed changes to a reader, and begins after them", () =>
      Effect.gen(function*() {
        const store = yield* ChangeStore
        const events = yield* EventStore
        const { read } = yield* Changes
        const { atomically } = yield* Transaction
        const payer = yield* newOrganizationId
        const { next: from } = yield* read({ after: (yield* store.range).last })
        // An unlisted event is removed at once, here before a reader has seen it.
        yield* recorded(payer, "removed", false)
        yield* recorded(payer, "kept")
        const later = DateTime.add(yield* Instant.now, { seconds: 1 })
        assert.isAbove(yield* atomically(events.removeBefore({ acknowledged: later, pending: begin }, 1000)), 0)
        const refused = yield* Effect.flip(read({ after: from }))
        assert.deepInclude(refused, {
          code: "ERROR_CHANGES_REMOVED",
          after: from,
          removed_through: from + 1,
          last: from + 2
        })
        assert.deepStrictEqual((yield* read()).changes.map(nameOf), ["kept"])
        const beyond = yield* Effect.flip(read({ after: from + 3 }))
        assert.strictEqual(beyond._tag, "ChangesRemoved")
        const process_id = yield* newProcessId
        assert.deepStrictEqual(
          yield* store.acquire({ name: `new ${process_id}`, run_id: "a" }, process_id),
          Option.some(from + 1)
        )
      }))

    it.effect("refuses requests with every problem", () =>
      Effect.gen(function*() {
        const { moveCursor, read } = yield* Changes
        const refused = yield* Effect.flip(read({ after: -1, limit: 0, kinds: ["domain.eaten"], afterwards: 1 }))
        const issues = refused._tag === "InvalidInput" ? refused.issues : []
        assert.deepStrictEqual(
          issues.map(({ loc }) => loc.slice(0, 3).join(".")).toSorted(),
          ["body.request.after", "body.request.afterwards", "body.request.kinds", "body.request.limit"]
        )
        assert.strictEqual((yield* Effect.flip(moveCursor("", 1)))._tag, "InvalidInput")
      }))
  })
}
