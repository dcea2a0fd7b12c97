import { assert, layer } from "@effect/vitest"
import { otherClasses, type Price, PriceStore } from "@namewright/core/billing"
import { Instant, Money, newOrganizationId, Period } from "@namewright/core/shared"
import { Effect, type Layer } from "effect"

const line = (product_class: string | null, price: number, fields: Partial<Price> = {}): Price => ({
  product_type: "domain",
  product_action: "create",
  product_class,
  price: Money.MinorUnits.make(price),
  currency: "EUR",
  period: Period.years(1),
  ...fields
})

/** Contract of storage adapters for price lists. */
export const priceStoreContract = <E>(name: string, storage: Layer.Layer<PriceStore, E>) =>
  layer(storage)(`PriceStore (${name})`, (it) => {
    it.effect("selects the lines of one payer and of the default list, with those for other classes", () =>
      Effect.gen(function*() {
        const { isEmpty, put, select } = yield* PriceStore
        const [payer, other] = [yield* newOrganizationId, yield* newOrganizationId]
        const now = yield* Instant.now
        assert.isTrue(yield* isEmpty(payer))
        const [own, standard, rest] = [line("com", 900), line("com", 1000), line(otherClasses, 3000)]
        const once = line(null, 4900, { product_type: "whitelabel_branding", period: null })
        yield* put(
          payer,
          [own, line("com", 50, { currency: "USD" }), line("com", 80, { product_action: "renew" })],
          now
        )
        yield* put("default", [standard, rest, once], now)
        yield* put(other, [line("com", 1)], now)
        assert.isFalse(yield* isEmpty(payer))

        const wanted = { product_type: "domain", currency: "EUR", product_action: "create" } as const
        const lines = yield* select(payer, { ...wanted, product_class: "com" })
        assert.sameDeepMembers([...lines], [
          { list: payer, price: own },
          { list: "default", price: standard },
          { list: "default", price: rest }
        ])
        assert.deepStrictEqual(yield* select(payer, { product_type: "whitelabel_branding", currency: "EUR" }), [
          { list: "default", price: once }
        ])
      }))

    it.effect("replaces a line, and removes it", () =>
      Effect.gen(function*() {
        const { put, remove, select } = yield* PriceStore
        const payer = yield* newOrganizationId
        const now = yield* Instant.now
        const wanted = { product_type: "zones", currency: "EUR" } as const
        const zones = (price: number) => line(null, price, { product_type: "zones" })
        yield* put(payer, [zones(100), line(null, 9, { product_type: "zones", period: Period.months(1) })], now)
        yield* put(payer, [zones(200)], now)
        yield* remove(payer, [line(null, 0, { product_type: "zones", period: Period.months(1) })])
        assert.deepStrictEqual(yield* select(payer, wanted), [{ list: payer, price: zones(200) }])
      }))
  })
