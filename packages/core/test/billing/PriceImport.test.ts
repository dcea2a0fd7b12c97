import { assert, layer } from "@effect/vitest"
import {
  Billing,
  otherClasses,
  PriceImport,
  PriceList,
  type PriceRow,
  priceRowOf,
  Prices,
  readPriceRow
} from "@namewright/core/billing"
import { newOrganizationId, type OrganizationId, Period } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Result } from "effect"
import { TestClock } from "effect/testing"
import { as, newChild, newParent, organizationsPlatform } from "../organizations/OrganizationsPlatform.ts"

const row = (fields: Partial<PriceRow> = {}): PriceRow => ({
  price_list: "default",
  product_type: "domain",
  product_action: "create",
  product_class: "com",
  period: "1y",
  price: "9.50",
  currency: "EUR",
  valid_from: "",
  ...fields
})

const numbered = (rows: ReadonlyArray<PriceRow>) => rows.map((one, index) => ({ line: index + 2, row: one }))
const stored = { isTrial: false }

/** Price of a year of .com for an organization, undefined if it is not sold. */
const priceOf = (organization_id: OrganizationId) =>
  Effect.flatMap(Billing, ({ quote }) =>
    quote({
      organization_id,
      product_type: "domain",
      action: "create",
      product_class: "com",
      period: Period.years(1)
    })).pipe(Effect.map((found) => Option.getOrUndefined(found)?.unit_price as number | undefined))

layer(Layer.provideMerge(PriceImport.layer, organizationsPlatform))("PriceImport", (it) => {
  it.effect("orders cost what holds at their time, and the list of prices shows it", () =>
    Effect.gen(function*() {
      const { run } = yield* PriceImport
      const { list } = yield* Prices
      const organization_id = yield* newParent()
      const price_list = organization_id
      yield* TestClock.setTime(Date.UTC(2026, 5, 1))
      const standard = yield* priceOf(organization_id)
      const result = yield* run(
        numbered([
          row({ price_list, price: "5.00", valid_from: "2026-06-10" }),
          row({ price_list, price: "", valid_from: "2026-06-30T12:00:00Z" })
        ]),
        stored
      )
      assert.deepStrictEqual(result, { lines: 2, lists: 1 })
      const shown = Effect.map(
        list({ organization_id }, "domain", { product_action: "create", product_class: "com" }).pipe(
          as(organization_id)
        ),
        ([price]) => price?.price as number | undefined
      )
      for (
        const [time, price] of [
          [Date.UTC(2026, 5, 9, 23, 59, 59), standard],
          [Date.UTC(2026, 5, 10), 500],
          [Date.UTC(2026, 5, 30, 11, 59, 59), 500],
          [Date.UTC(2026, 5, 30, 12), standard]
        ] as const
      ) {
        yield* TestClock.setTime(time)
        assert.deepStrictEqual([yield* priceOf(organization_id), yield* shown], [price, price])
      }
    }))

  it.effect("prefers the list of an organization to that of its payer, and both to the default one", () =>
    Effect.gen(function*() {
      const { run } = yield* PriceImport
      const { remove } = yield* PriceList
      const payer = yield* newParent()
      const child = yield* newChild(payer)
      const standard = yield* priceOf(child)
      yield* run(numbered([row({ price_list: payer, price: "7.00" })]), stored)
      assert.deepStrictEqual([yield* priceOf(payer), yield* priceOf(child)], [700, 700])
      yield* run(numbered([row({ price_list: child, price: "8.00" })]), stored)
      assert.deepStrictEqual([yield* priceOf(payer), yield* priceOf(child)], [700, 800])
      const key = {
        product_type: "domain",
        product_action: "create",
        product_class: "com",
        currency: "EUR",
        period: Period.years(1)
      } as const
      yield* remove(child, [key])
      assert.strictEqual(yield* priceOf(child), 700)
      yield* remove(payer, [key])
      assert.strictEqual(yield* priceOf(child), standard)
    }))

  it.effect("reports every problem with its line, and stores nothing", () =>
    Effect.gen(function*() {
      const { run } = yield* PriceImport
      const { page } = yield* PriceList
      const organization = yield* newParent({ currency: "USD" })
      const stranger = yield* newOrganizationId
      const before = yield* page({}, { page: 1, page_size: 1 })
      const refused = yield* Effect.flip(run(
        numbered([
          row({ product_class: "net" }),
          row({ product_type: "horse", price: "-1", currency: "CHF" }),
          row({ product_class: ".COM", period: "2y", valid_from: "2026-02-30" }),
          row({ product_type: "zones", price_list: "organization_1" }),
          row({ price_list: stranger }),
          row({ price_list: organization }),
          row({ product_class: "net", price: "1.00" })
        ]),
        stored
      ))
      assert.deepStrictEqual(refused.problems.map(({ column, line }) => `${line} ${column}`), [
        "3 product_type",
        "3 price",
        "3 currency",
        "4 product_class",
        "4 period",
        "4 valid_from",
        "5 price_list",
        "5 product_class",
        "6 price_list",
        "7 currency",
        "8 null"
      ])
      assert.match(refused.message, /problems \(11\):\nline 3: product_type: expected one of domain, .*, got "horse"\n/)
      assert.include(refused.message, `line 7: currency: ${organization} has an account in USD, got EUR`)
      assert.include(refused.message, "line 8: the same list, product, class, period and start as in line 2")
      assert.strictEqual((yield* page({}, { page: 1, page_size: 1 })).total, before.total)
    }))

  it.effect("stores nothing in a trial", () =>
    Effect.gen(function*() {
      const { run } = yield* PriceImport
      const price_list = yield* newParent()
      const standard = yield* priceOf(price_list)
      const result = yield* run(numbered([row({ price_list, price: "1.00" })]), { isTrial: true })
      assert.deepStrictEqual(result, { lines: 1, lists: 1 })
      assert.strictEqual(yield* priceOf(price_list), standard)
    }))

  it.effect("reads the rows of all stored lines as the same lines", () =>
    Effect.gen(function*() {
      const { page } = yield* PriceList
      const { items } = yield* page({ price_list: "default" }, { page: 1, page_size: 1000 })
      assert.isAbove(items.length, 600)
      assert.isTrue(items.some(({ product_class }) => product_class === otherClasses))
      const now = yield* DateTime.now
      const read = items.map((line) => Result.getOrUndefined(readPriceRow(priceRowOf(line), now)))
      assert.deepStrictEqual<ReadonlyArray<unknown>>(read, items)
    }))
})
