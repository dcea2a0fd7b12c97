import { Context, Effect, Layer } from "effect"
import { Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import { defaultPrices } from "./DefaultPrices.ts"
import { otherClasses, type Price } from "./Price.ts"
import { type PriceListName, type PriceSelection, PriceStore } from "./PriceStore.ts"

/**
 * Price lists: a default list, and a list per payer, which takes precedence. A new installation starts with example
 * prices. For other slices and operators; it checks no permissions.
 */
export class PriceList extends Context.Service<PriceList, {
  /** The lines that apply to a payer, one per action, class and period, sorted. */
  readonly effective: (payer: OrganizationId, selection: PriceSelection) => Effect.Effect<ReadonlyArray<Price>>
  /** Adds lines. A line with the same product, action, class, currency and period is replaced. */
  readonly set: (list: PriceListName, prices: ReadonlyArray<Price>) => Effect.Effect<void>
  /** Removes lines. The payer then pays the default price; products without any line are not sold. */
  readonly remove: (list: PriceListName, prices: ReadonlyArray<Omit<Price, "price">>) => Effect.Effect<void>
}>()("@namewright/core/billing/PriceList") {
  static readonly layer = Layer.effect(
    PriceList,
    Effect.gen(function*() {
      const store = yield* PriceStore
      const transaction = yield* Transaction

      yield* transaction.atomically(Effect.gen(function*() {
        if (yield* store.isEmpty("default")) yield* store.put("default", defaultPrices, yield* Instant.now)
      }))

      return PriceList.of({
        effective: (payer, selection) =>
          Effect.map(store.select(payer, selection), (lines) => effective(lines, selection.product_class)),
        set: Effect.fn("PriceList.set")(function*(list, prices) {
          yield* transaction.atomically(store.put(list, prices, yield* Instant.now))
        }),
        remove: Effect.fn("PriceList.remove")(function*(list, prices) {
          yield* transaction.atomically(store.remove(list, prices))
        })
      })
    })
  )
}

interface ListedPrice {
  readonly list: PriceListName
  readonly price: Price
}

/** Precedence of a line: its own class before `otherClasses`, then the payer's list before the default one. */
const rank = ({ list, price }: ListedPrice): number =>
  (price.product_class === otherClasses ? 0 : 2) + (list === "default" ? 0 : 1)

const sortKey = ({ period, product_action, product_class }: Price): string =>
  [product_class ?? "", product_action, period === null ? "" : `${period.unit}${period.value}`].join("\0")

/**
 * The lines with the highest precedence. A line of `otherClasses` is listed under the requested class, and omitted
 * without one.
 */
const effective = (lines: ReadonlyArray<ListedPrice>, requestedClass: string | undefined): ReadonlyArray<Price> => {
  const strongest = new Map<string, Price>()
  for (const { price } of lines.toSorted((a, b) => rank(a) - rank(b))) {
    if (price.product_class === otherClasses && requestedClass === undefined) continue
    const line = price.product_class === otherClasses ? { ...price, product_class: requestedClass ?? null } : price
    strongest.set(sortKey(line), line)
  }
  return [...strongest].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, price]) => price)
}
