import { assert, layer } from "@effect/vitest"
import { otherClasses, type Price, type PriceLine, type PriceListName, PriceStore } from "@namewright/core/billing"
import { type Instant, Money, newOrganizationId, Period } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Struct } from "effect"

const line = (product_class: string | null, price: number, fields: Partial<Price> = {}): Price => ({
  product_type: "domain",
  product_action: "create",
  product_class,
  price: Money.MinorUnits.make(price),
  currency: "EUR",
  period: Period.years(1),
  ...fields
})

const day = (number: number): Instant.Instant => DateTime.makeUnsafe(Date.UTC(2026, 0, number))

/** A line of a list, which ends the price if `ended`. */
const from = (list: PriceListName, valid_from: Instant.Instant, price: Price, ended = false): PriceLine => ({
  ...price,
  price_list: list,
  valid_from,
  ...(ended ? { price: null } : {})
})

const keyOf = (priced: PriceLine): Omit<PriceLine, "price"> => Struct.omit(priced, ["price"])
const firstPage = { page: 1, page_size: 100 }

/** Contract of storage adapters for price lists. */
export const priceStoreContract = <E>(name: string, storage: Layer.Layer<PriceStore, E>) =>
  layer(storage)(`PriceStore (${name})`, (it) => {
    it.effect("selects the lines of some lists, with those for other classes", () =>
      Effect.gen(function*() {
        const { isEmpty, put, select } = yield* PriceStore
        const [payer, other] = [yield* newOrganizationId, yield* newOrganizationId]
        assert.isTrue(yield* isEmpty(payer))
        const [own, standard, rest] = [line("com", 900), line("com", 1000), line(otherClasses, 3000)]
        const once = line(null, 4900, { product_type: "whitelabel_branding", period: null })
        const ofPayer = [own, line("com", 50, { currency: "USD" }), line("com", 80, { product_action: "renew" })]
        yield* put(
          [
            ...ofPayer.map((price) => from(payer, day(1), price)),
            ...[standard, rest, once].map((price) => from("default", day(1), price)),
            from(other, day(1), line("com", 1))
          ],
          day(1)
        )
        assert.isFalse(yield* isEmpty(payer))

        const wanted = { product_type: "domain", currency: "EUR", product_action: "create" } as const
        const lists = ["default", payer] as const
        const lines = yield* select(lists, { ...wanted, product_class: "com" }, day(1))
        assert.sameDeepMembers([...lines], [
          { list: payer, price: own },
          { list: "default", price: standard },
          { list: "default", price: rest }
        ])
        const branding = { product_type: "whitelabel_branding", currency: "EUR" } as const
        assert.deepStrictEqual(yield* select(lists, branding, day(1)), [{ list: "default", price: once }])
      }))

    it.effect("selects of each series the last line that has started, unless it ends the price", () =>
      Effect.gen(function*() {
        const { put, select } = yield* PriceStore
        const list = yield* newOrganizationId
        const zones = (price: number) => line(null, price, { product_type: "zones" })
        const monthly = line(null, 9, { product_type: "zones", period: Period.months(1) })
        yield* put([
          from(list, day(3), zones(300)),
          from(list, day(5), zones(500)),
          from(list, day(7), zones(0), true),
          from(list, day(4), monthly)
        ], day(1))
        const wanted = { product_type: "zones", currency: "EUR" } as const
        const at = (number: number) =>
          Effect.map(
            select([list], wanted, day(number)),
            (found) => found.map(({ price }) => `${price.period?.unit} ${price.price}`).toSorted()
          )
        assert.deepStrictEqual(yield* at(2), [])
        assert.deepStrictEqual(yield* at(3), ["y 300"])
        assert.deepStrictEqual(yield* at(4), ["m 9", "y 300"])
        assert.deepStrictEqual(yield* at(6), ["m 9", "y 500"])
        assert.deepStrictEqual(yield* at(8), ["m 9"])
      }))

    it.effect("replaces a line with the same start, and removes one or all later ones", () =>
      Effect.gen(function*() {
        const { page, put, remove, removeFrom } = yield* PriceStore
        const price_list = yield* newOrganizationId
        const zones = (start: number, price: number) =>
          from(price_list, day(start), line(null, price, { product_type: "zones" }))
        const monthly = from(price_list, day(9), line(null, 9, { product_type: "zones", period: Period.months(1) }))
        const stored = Effect.map(page({ price_list }, firstPage), ({ items }) => items)
        yield* put([zones(1, 100), zones(2, 200), zones(3, 300), zones(4, 400), monthly], day(1))
        yield* put([zones(1, 150)], day(1))
        yield* remove([keyOf(zones(2, 0)), keyOf(zones(8, 0))])
        assert.deepStrictEqual(yield* stored, [monthly, zones(1, 150), zones(3, 300), zones(4, 400)])
        yield* removeFrom([keyOf(zones(3, 0))])
        assert.deepStrictEqual(yield* stored, [monthly, zones(1, 150)])
      }))

    it.effect("returns pages of lines by each filter, and the lines that hold at a time", () =>
      Effect.gen(function*() {
        const { page, put } = yield* PriceStore
        const price_list = yield* newOrganizationId
        const lines = [
          from(price_list, day(1), line("com", 100)),
          from(price_list, day(5), line("com", 500)),
          from(price_list, day(1), line("com", 110, { product_action: "renew" })),
          from(price_list, day(1), line("net", 120)),
          from(price_list, day(2), line("net", 0), true),
          from(price_list, day(1), line("com", 130, { currency: "USD" })),
          from(price_list, day(1), line(null, 140, { product_type: "zones" }))
        ]
        yield* put(lines, day(1))
        const pricesOf = (filter: Parameters<typeof page>[0], size = 100, number = 1) =>
          Effect.map(
            page({ price_list, ...filter }, { page: number, page_size: size }),
            ({ items, total }) => [items.map(({ price }): number | null => price), total] as const
          )
        assert.deepStrictEqual(yield* pricesOf({}), [[100, 500, 110, 120, null, 130, 140], 7])
        assert.deepStrictEqual(yield* pricesOf({}, 3, 2), [[120, null, 130], 7])
        assert.deepStrictEqual(yield* pricesOf({ product_action: "renew" }), [[110], 1])
        assert.deepStrictEqual(yield* pricesOf({ product_class: "net" }), [[120, null], 2])
        assert.deepStrictEqual(yield* pricesOf({ product_type: "zones" }), [[140], 1])
        assert.deepStrictEqual(yield* pricesOf({ currency: "USD" }), [[130], 1])
        assert.deepStrictEqual(yield* pricesOf({ valid_at: day(1) }), [[100, 110, 120, 130, 140], 5])
        assert.deepStrictEqual(yield* pricesOf({ valid_at: day(5) }), [[500, 110, 130, 140], 4])
      }))
  })
