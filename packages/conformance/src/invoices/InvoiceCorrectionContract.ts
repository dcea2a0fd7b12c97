import { assert, layer } from "@effect/vitest"
import { UserStore } from "@namewright/core/access"
import {
  Billing,
  BillingTransactionStore,
  type LedgerKey,
  LedgerStore,
  newBillingTransactionId,
  noPostings,
  untaxed,
  Wallets
} from "@namewright/core/billing"
import type { Storage } from "@namewright/core/embed"
import { EventStore } from "@namewright/core/events"
import {
  type ClosedAccounts,
  InvoiceOperations,
  InvoiceStore,
  MonthEnd,
  type StoredInvoice
} from "@namewright/core/invoices"
import { Instant, type Money, type OrganizationId, Transaction } from "@namewright/core/shared"
import { DateTime, Effect, Layer } from "effect"
import { newUser } from "../access/UserStoreContract.ts"
import {
  at,
  cents,
  charged,
  documentsOf,
  invoiceServices,
  invoiceSettings,
  onTimeline,
  payer
} from "./InvoiceFixtures.ts"

const issue = (organization: OrganizationId) => InvoiceOperations.use((invoices) => invoices.issue(organization))

const shown = ({ amount, content, invoice_type, status }: StoredInvoice) =>
  `${content.month} ${invoice_type} ${amount} ${status}`

const messages = Effect.fnUntraced(function*(own: OrganizationId) {
  const { list } = yield* EventStore
  const { items } = yield* list(own, {}, { by: "created_on", order: "asc" }, { page: 1, page_size: 100 })
  return items.map(({ event_data }) => event_data.message)
})

/** A charge whose transaction was read from the clock a minute before its ledger entry. */
const slowCharge = Effect.fnUntraced(function*(own: OrganizationId, amount: number, currency: Money.Currency = "EUR") {
  const transactions = yield* BillingTransactionStore
  const ledger = yield* LedgerStore
  const { atomically } = yield* Transaction
  const now = yield* Instant.now
  const billing_transaction_id = yield* newBillingTransactionId
  const price = cents(amount)
  yield* atomically(Effect.gen(function*() {
    yield* transactions.insert({
      billing_transaction_id,
      organization_id: own,
      payer_id: own,
      product_type: "account_wallet",
      product_reference: `slow ${billing_transaction_id}`,
      action: "service_fee",
      status: "succeeded",
      volume: 1,
      unit: null,
      price,
      tax_rate: untaxed,
      tax_amount: cents(0),
      amount: price,
      currency,
      created_on: now,
      updated_on: now,
      completed_on: now
    })
    const postings = { ...noPostings, wallet: cents(-amount), adjustments: price }
    const entry = { billing_transaction_id, step: "adjust", payer_id: own, currency, postings } as const
    yield* ledger.post(entry, cents(1_000_000), DateTime.add(now, { minutes: 1 }))
  }))
})

/** Runs the rounds of the timetable of a month end, as a process does that has just been started. */
const scheduledMonthEnd = Effect.fnUntraced(function*(before: string) {
  const { closeNext } = yield* MonthEnd
  let closed: ClosedAccounts = { issued: [], last: null, more: true }
  while (closed.more) {
    const due = { after: closed.last, before: DateTime.makeUnsafe(before), includesReopened: false }
    closed = yield* closeNext(invoiceSettings, due)
  }
})

/** Corrections of invoices, and what follows from them, on every storage adapter. */
export const invoiceCorrectionContract = <E>(name: string, storage: Layer.Layer<Storage, E>) =>
  layer(invoiceServices.pipe(Layer.provideMerge(storage)))(`Corrections of invoices (${name})`, (it) => {
    it.effect("invoice charges again that were booked later than their transactions were read", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* slowCharge(own, 700)
        yield* at("2026-02-05T00:00:00Z")
        const [invoice] = yield* issue(own)
        yield* InvoiceOperations.use((operations) => operations.void(invoice!.number))
        yield* issue(own)
        assert.deepStrictEqual((yield* documentsOf(own)).map(shown).toSorted(), [
          "2026-01 credit 700 finalized",
          "2026-01 subscription 700 finalized",
          "2026-01 subscription 700 voided"
        ])
      })))

    it.effect("leave the charges of a voided invoice to the next month end, also in a new process", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T01:00:00Z")
        yield* scheduledMonthEnd("2026-02-01T00:00:00Z")
        const [invoice] = yield* documentsOf(own)
        yield* InvoiceOperations.use((operations) => operations.void(invoice!.number))
        yield* scheduledMonthEnd("2026-02-01T00:00:00Z")
        assert.lengthOf(yield* documentsOf(own), 2)
        yield* at("2026-03-01T01:00:00Z")
        yield* scheduledMonthEnd("2026-03-01T00:00:00Z")
        assert.deepStrictEqual((yield* documentsOf(own)).map(shown).at(-1), "2026-01 subscription 1190 finalized")
      })))

    it.effect("follow month ends that lock a page of ledgers at a time", () =>
      onTimeline(Effect.gen(function*() {
        const { lockDue } = yield* InvoiceStore
        const { atomically } = yield* Transaction
        // Later than all other tests, so that no other payer is between or after these.
        yield* at("2099-01-10T00:00:00Z")
        const payers = (yield* Effect.forEach(Array.from({ length: 4 }), () => payer())).toSorted()
        yield* Effect.forEach(payers, (own) => charged(own))
        const [start, first, second, third] = payers.map((payer_id) => ({ payer_id, currency: "EUR" as const }))
        const before = DateTime.makeUnsafe("2099-02-01T00:00:00Z")
        const locked = Effect.fnUntraced(function*(after: LedgerKey | undefined) {
          const due = { after: after ?? null, before, includesReopened: false }
          const { accounts, isFull, last } = yield* atomically(lockDue(due, 2))
          return { payers: accounts.map(({ payer_id }) => payer_id), isFull, last: last?.payer_id }
        })
        const [, one, two, three] = payers
        assert.deepStrictEqual(yield* locked(start), { payers: [one!, two!], isFull: true, last: two })
        assert.deepStrictEqual(yield* locked(second), { payers: [three!], isFull: false, last: three })
        assert.deepStrictEqual(yield* locked(first), { payers: [two!, three!], isFull: true, last: three })
        assert.deepStrictEqual(yield* locked(third), { payers: [], isFull: false, last: undefined })
      })))

    it.effect("announce as paid what a credit note covers", () =>
      onTimeline(Effect.gen(function*() {
        const { refund } = yield* Billing
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        const first = yield* charged(own)
        const second = yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        const paid = `Invoice ${invoice!.number} is paid`
        yield* refund(first)
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        assert.notInclude(yield* messages(own), paid)
        yield* refund(second)
        yield* at("2026-04-01T00:00:00Z")
        yield* issue(own)
        assert.lengthOf((yield* messages(own)).filter((message) => message === paid), 1)
        const { credited_amount, payment_status } = yield* InvoiceOperations.use(({ get }) => get(invoice!.number))
        assert.deepStrictEqual<unknown>([credited_amount, payment_status], [2_380, "succeeded"])
      })))

    it.effect("correct invoices only, not the credit note of a month whose credits exceeded its charges", () =>
      onTimeline(Effect.gen(function*() {
        const { adjust } = yield* Wallets
        const { refund } = yield* Billing
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        const charge = yield* charged(own)
        yield* adjust({ organization_id: own, amount: cents(5_000), reference: "goodwill" })
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        yield* refund(charge)
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        const documents = yield* documentsOf(own)
        assert.deepStrictEqual(documents.map(shown), [
          "2026-01 credit 3810 finalized",
          "2026-02 credit 1190 finalized"
        ])
        assert.deepStrictEqual(documents.map(({ credited_amount }) => credited_amount as number), [0, 0])
        assert.deepStrictEqual(documents[1]!.content.preceding, [])
      })))

    it.effect("keep the currencies of a payer apart", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        yield* slowCharge(own, 200)
        yield* slowCharge(own, 300, "USD")
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        const february = (yield* documentsOf(own)).filter(({ content }) => content.month === "2026-02")
        assert.deepStrictEqual(
          february.map(({ currency, fees_amount }) => `${fees_amount} ${currency}`).toSorted(),
          ["200 EUR", "300 USD"]
        )
      })))

    it.effect("are not needed for months in which everything was free", () =>
      onTimeline(Effect.gen(function*() {
        const { refund } = yield* Billing
        yield* at("2026-01-31T00:00:00Z")
        const own = yield* payer()
        const free = yield* charged(own, { price: 0 })
        yield* at("2026-02-01T00:00:00Z")
        yield* issue(own)
        yield* refund(free)
        yield* charged(own, { price: 100 })
        yield* charged(own, { price: 0 })
        yield* at("2026-03-01T00:00:00Z")
        yield* issue(own)
        const [only, ...others] = yield* documentsOf(own)
        assert.deepStrictEqual([shown(only!), others], ["2026-02 subscription 119 finalized", []])
        assert.deepStrictEqual(only!.content.lines.map(({ count }) => count), [2])
      })))

    it.effect("issue the receipts of one payer", () =>
      onTimeline(Effect.gen(function*() {
        const { topUp } = yield* Wallets
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        const other = yield* payer()
        yield* topUp({ organization_id: own, amount: cents(500), reference: "own" })
        yield* topUp({ organization_id: other, amount: cents(500), reference: "other" })
        yield* issue(own)
        yield* issue(own)
        assert.deepStrictEqual(
          (yield* documentsOf(own)).map(({ content }) => content.payment_reference),
          ["own"]
        )
        assert.deepStrictEqual(yield* documentsOf(other), [])
      })))

    it.effect("list overdue invoices, the latest due date first", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        for (const month of ["2026-02", "2026-03", "2026-04"]) {
          yield* charged(own)
          yield* at(`${month}-01T00:00:00Z`)
          yield* issue(own)
        }
        yield* at("2026-06-01T00:00:00Z")
        const { items } = yield* InvoiceOperations.use(({ list }) =>
          list({ organization_id: own, overdue: true }, { page: 1, page_size: 10 })
        )
        const dates = items.map(({ issuing_date }) => DateTime.formatIso(issuing_date).slice(0, 7))
        assert.deepStrictEqual(dates, ["2026-04", "2026-03", "2026-02"])
      })))

    it.effect("are mailed in the language of the user whose address they go to", () =>
      onTimeline(Effect.gen(function*() {
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        const users = yield* UserStore
        const manager = yield* newUser(own, "billing", `${own}@billing.example`)
        const owner = yield* newUser(own, "owner", `${own}@owner.example`)
        yield* users.insert({ ...manager, username: `billing-${own}`, role: "billing_manager", locale: "nl_NL" })
        yield* users.insert({ ...owner, username: `owner-${own}`, role: "owner", locale: "fr" })
        const found = (yield* InvoiceStore.use((store) => store.parties([own]))).get(own)
        assert.deepStrictEqual([found?.email, found?.email_locale], [manager.email, "nl_NL"])
      })))

    it.effect("record a payment once that is repeated at the same time, and a receipt that two workers issue", () =>
      onTimeline(Effect.gen(function*() {
        const { pay } = yield* InvoiceOperations
        const { receipts } = yield* MonthEnd
        yield* at("2026-01-10T00:00:00Z")
        const own = yield* payer()
        yield* charged(own)
        yield* at("2026-02-01T00:00:00Z")
        const [invoice] = yield* issue(own)
        const payment = { amount: cents(1_190), reference: "bank 1" }
        const paid = yield* Effect.all(Array.from({ length: 6 }, () => pay(invoice!.number, payment)), {
          concurrency: "unbounded"
        })
        assert.deepStrictEqual(paid.map(({ paid_amount }) => paid_amount as number), Array(6).fill(1_190))
        const since = DateTime.makeUnsafe("2026-01-01T00:00:00Z")
        yield* Effect.all(Array.from({ length: 6 }, () => receipts(invoiceSettings, { since, payer: null })), {
          concurrency: "unbounded"
        })
        const documents = yield* documentsOf(own)
        assert.lengthOf(documents.filter(({ document_type }) => document_type === "receipt"), 1)
      })))
  })
