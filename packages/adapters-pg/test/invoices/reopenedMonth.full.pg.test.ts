import { assert, layer } from "@effect/vitest"
import { layer as storage } from "@namewright/adapters-pg"
import { InvoiceFixtures } from "@namewright/conformance"
import { InvoiceOperations, InvoiceStore } from "@namewright/core/invoices"
import { Transaction } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { waitingConnection } from "../waitingConnection.ts"

const { at, charged, documentsOf, invoiceServices, onTimeline, payer } = InvoiceFixtures

const database = Layer.unwrap(Effect.map(reusedDatabase, (url) => storage({ url })))

layer(invoiceServices.pipe(Layer.provideMerge(database)))("Month ends on PostgreSQL", (it) => {
  it.effect("read an account after its ledger is locked, so that they see the month that a void reopens meanwhile", () =>
    onTimeline(Effect.gen(function*() {
      const { atomically } = yield* Transaction
      const { lockLedger } = yield* InvoiceStore
      const operations = yield* InvoiceOperations
      yield* at("2026-01-10T00:00:00Z")
      const own = yield* payer()
      yield* charged(own)
      yield* at("2026-02-02T00:00:00Z")
      const [invoice] = yield* operations.issue(own)
      yield* charged(own, { price: 200 })
      yield* at("2026-03-01T02:00:00Z")
      const isLocked = yield* Deferred.make<void>()
      const isVoided = yield* Deferred.make<void>()
      // The void keeps its locks until the month end waits for them.
      const voiding = yield* Effect.forkChild(atomically(Effect.gen(function*() {
        yield* lockLedger({ payer_id: own, currency: "EUR" })
        yield* Deferred.succeed(isLocked, undefined)
        yield* operations.void(invoice!.number)
        yield* Deferred.await(isVoided)
      })))
      yield* Deferred.await(isLocked)
      const issuing = yield* Effect.forkChild(operations.issue(own))
      yield* waitingConnection
      yield* Deferred.succeed(isVoided, undefined)
      yield* Fiber.join(voiding)
      yield* Fiber.join(issuing)
      assert.deepStrictEqual(
        (yield* documentsOf(own)).map(({ content, invoice_type, status }) =>
          `${content.month} ${invoice_type} ${status}`
        ).toSorted(),
        [
          "2026-01 credit finalized",
          "2026-01 subscription finalized",
          "2026-01 subscription voided",
          "2026-02 subscription finalized"
        ]
      )
    })))
})
