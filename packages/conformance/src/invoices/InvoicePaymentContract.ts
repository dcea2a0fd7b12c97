import { assert, layer } from "@effect/vitest"
import { UnknownOrganization } from "@namewright/core/access"
import { LedgerStore, WalletReferenceConflict, Wallets } from "@namewright/core/billing"
import type { Storage } from "@namewright/core/embed"
import { InvoiceOperations, InvoiceStateConflict } from "@namewright/core/invoices"
import { OrganizationStore } from "@namewright/core/organizations"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { at, cents, charged, documentsOf, invoiceServices, onTimeline, payer } from "./InvoiceFixtures.ts"

/** Compares some members, without the brands of amounts and ids. */
const includes = (found: unknown, expected: object) => assert.deepInclude(found as object, expected)

const issue = (organization: OrganizationId) => InvoiceOperations.use((invoices) => invoices.issue(organization))

/** Payments of invoices, on every storage adapter. */
export const invoicePaymentContract = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  layer(invoiceServices.pipe(Layer.provideMerge(storage)))(`Payments of invoices (${name})`, (it) => {
    it.effect("are recorded and booked once", () =>
      onTimeline(Effect.gen(function*() {
        const { list, pay } = yield* InvoiceOperations
        const { balances } = yield* LedgerStore
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        const { number } = invoice!
        const first = { amount: cents(2_000), reference: "bank 1" }
        const partly = yield* pay(number, first)
        includes(partly, { paid_amount: 2_000, open_amount: 380, payment_status: "pending" })
        includes(yield* pay(number, first), { paid_amount: 2_000 })
        const conflict = yield* Effect.flip(pay(number, { ...first, amount: cents(1) }))
        assert.instanceOf(conflict, WalletReferenceConflict)
        yield* at("2026-02-20T00:00:00Z")
        const overdue = () =>
          Effect.map(list({ organization_id: own, overdue: true }, { page: 1, page_size: 10 }), (page) =>
            page.items.map(({ payment_overdue }) => payment_overdue))
        assert.deepStrictEqual(yield* overdue(), [true])
        const paid = yield* pay(number, { amount: cents(380), reference: "bank 2", paid_on: "2026-02-19" })
        includes(paid, {
          paid_amount: 2_380,
          open_amount: 0,
          payment_status: "succeeded",
          payment_overdue: false
        })
        assert.deepStrictEqual(yield* overdue(), [])
        const refused = yield* Effect.flip(pay(number, { amount: cents(5), reference: "bank 3" }))
        assert.instanceOf(refused, InvoiceStateConflict)
        assert.strictEqual(refused.reason, "settled")
        const { wallet } = yield* balances({ payer_id: own, currency: "EUR" })
        assert.strictEqual(wallet, 0)
      })))

    it.effect("are refused while they are announced and have not arrived", () =>
      onTimeline(Effect.gen(function*() {
        const { pay } = yield* InvoiceOperations
        const { announce, conclude } = yield* Wallets
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        const payment = { amount: cents(1_190), reference: "online 1" }
        const announced = yield* announce({ organization_id: own, ...payment })
        const before = yield* documentsOf(own)
        const refused = yield* Effect.flip(pay(invoice!.number, payment))
        assert.instanceOf(refused, WalletReferenceConflict)
        assert.strictEqual(refused.status, "pending")
        assert.deepStrictEqual(yield* documentsOf(own), before)
        yield* conclude(announced, "succeeded")
        includes(yield* pay(invoice!.number, payment), { paid_amount: 1_190, payment_status: "succeeded" })
      })))

    it.effect("settle an invoice that is issued after the deletion of its payer, if they were booked before", () =>
      onTimeline(Effect.gen(function*() {
        const { pay } = yield* InvoiceOperations
        const { topUp } = yield* Wallets
        const { balances } = yield* LedgerStore
        const { update } = yield* OrganizationStore
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        const payment = { amount: cents(1_190), reference: "bank 1" }
        yield* topUp({ organization_id: own, ...payment })
        const deleted_on = yield* Instant.now
        yield* update(own, { deleted_on }, deleted_on)
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        const invoice = (yield* documentsOf(own)).find(({ document_type }) => document_type === "invoice")
        assert.strictEqual(invoice!.payment_status, "pending")
        const before = yield* balances({ payer_id: own, currency: "EUR" })
        for (const refused of [{ ...payment, amount: cents(1_000) }, { ...payment, reference: "bank 2" }]) {
          assert.instanceOf(yield* Effect.flip(pay(invoice!.number, refused)), UnknownOrganization)
        }
        const paid = { paid_amount: 1_190, open_amount: 0, payment_status: "succeeded" }
        includes(yield* pay(invoice!.number, payment), paid)
        includes(yield* pay(invoice!.number, payment), paid)
        assert.deepStrictEqual(yield* balances({ payer_id: own, currency: "EUR" }), before)
      })))

    it.effect("are recorded for one invoice", () =>
      onTimeline(Effect.gen(function*() {
        const { pay } = yield* InvoiceOperations
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [january] = yield* issue(own)
        yield* charged(own)
        yield* at("2026-03-01T00:00:00Z")
        const [february] = yield* issue(own)
        const payment = { amount: cents(1_190), reference: "bank 9" }
        yield* pay(january!.number, payment)
        assert.instanceOf(yield* Effect.flip(pay(february!.number, payment)), WalletReferenceConflict)
        assert.deepStrictEqual((yield* documentsOf(own)).map(({ paid_amount }) => paid_amount as number), [1_190, 0])
      })))
  })
