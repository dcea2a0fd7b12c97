import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { InvoiceFixtures } from "@namewright/conformance"
import { InvoiceStore } from "@namewright/core/invoices"
import { Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { waitingConnection } from "../waitingConnection.ts"

const { at, charged, invoiceServices, onTimeline, payer } = InvoiceFixtures

const database = Layer.unwrap(Effect.map(reusedDatabase, (url) => storage({ url })))

layer(invoiceServices.pipe(Layer.provideMerge(database)))("Pages of a month end on PostgreSQL", (it) => {
  it.effect("have the last ledger that was locked, also if another process has closed an account meanwhile", () =>
    onTimeline(Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const { close, lockDue, lockLedger } = yield* InvoiceStore
      yield* at("2026-01-10T00:00:00Z")
      const payers = (yield* Effect.forEach(Array.from({ length: 3 }), () => payer())).toSorted()
      yield* Effect.forEach(payers, (own) => charged(own))
      const before = DateTime.makeUnsafe("2026-02-01T00:00:00Z")
      const [first, second] = payers.map((payer_id) => ({ payer_id, currency: "EUR" as const }))
      const isLocked = yield* Deferred.make<void>()
      const isWaiting = yield* Deferred.make<void>()
      const closing = yield* Effect.forkChild(atomically(Effect.gen(function*() {
        yield* lockLedger(first!)
        yield* Deferred.succeed(isLocked, undefined)
        yield* Deferred.await(isWaiting)
        yield* close([first!], before, before)
      })))
      yield* Deferred.await(isLocked)
      const locking = yield* Effect.forkChild(
        atomically(lockDue({ after: null, before, includesReopened: false }, 2))
      )
      yield* waitingConnection
      yield* Deferred.succeed(isWaiting, undefined)
      yield* Fiber.join(closing)
      const { accounts, isFull, last } = yield* Fiber.join(locking)
      assert.deepStrictEqual(accounts.map(({ payer_id }) => payer_id), [second!.payer_id])
      assert.isTrue(isFull)
      assert.strictEqual(last?.payer_id, second!.payer_id)
    })))
})
