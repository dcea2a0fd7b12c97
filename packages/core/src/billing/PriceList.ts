import { Context, Effect, Layer } from "effect"
import { Instant, type OrganizationId, type Page, type PageRequest, Transaction } from "../shared/index.ts"
import { defaultPrices } from "./DefaultPrices.ts"
import { otherClasses, type Price } from "./Price.ts"
import {
  type NewPriceLine,
  type PriceLine,
  type PriceLineFilter,
  type PriceLineKey,
  type PriceListName,
  validFromTheStart
} from "./PriceLine.ts"
import { type ListedPrice, type PriceSelection, PriceStore } from "./PriceStore.ts"

/** An organization and its payer, which are the same unless the parent pays. */
export interface PricedOrganization {
  readonly organization_id: OrganizationId
  readonly payer_id: OrganizationId
}

/**
 * Price lists: a default list, and a list per organization, which takes precedence. Each line holds from a time on. A
 * new installation starts with example prices. For other slices and operators; it checks no permissions.
 */
export class PriceList extends Context.Service<PriceList, {
  /**
   * The prices that an organization pays now, one per action, class and period, sorted. Its own list precedes that of
   * its payer, and both precede the default list.
   */
  readonly effective: (
    organization: PricedOrganization,
    selection: PriceSelection
  ) => Effect.Effect<ReadonlyArray<Price>>
  /** Adds lines. A line with the same product, action, class, currency, period and start is replaced. */
  readonly set: (list: PriceListName, lines: ReadonlyArray<NewPriceLine>) => Effect.Effect<void>
  /**
   * Ends prices now, with their planned changes; with `valid_from` it removes the line of that time only. The next list
   * then decides. Products without any price are not sold.
   */
  readonly remove: (list: PriceListName, lines: ReadonlyArray<PriceLineKey>) => Effect.Effect<void>
  /** Lines of all lists and times, sorted by their key and start. */
  readonly page: (filter: PriceLineFilter, page: PageRequest) => Effect.Effect<Page<PriceLine>>
}>()("@namewright/core/billing/PriceList") {
  static readonly layer = Layer.effect(
    PriceList,
    Effect.gen(function*() {
      const store = yield* PriceStore
      const transaction = yield* Transaction

      yield* transaction.atomically(Effect.gen(function*() {
        if (!(yield* store.isEmpty("default"))) return
        const lines = defaultPrices.map((price): PriceLine => ({
          ...price,
          price_list: "default",
          valid_from: validFromTheStart
        }))
        yield* store.put(lines, yield* Instant.now)
      }))

      return PriceList.of({
        effective: Effect.fnUntraced(function*({ organization_id, payer_id }, selection) {
          const lists = ["default", ...new Set([payer_id, organization_id])] as const
          const lines = yield* store.select(lists, selection, yield* Instant.now)
          return effective(lists, lines, selection.product_class)
        }),
        set: Effect.fn("PriceList.set")(function*(price_list, lines) {
          const now = yield* Instant.now
          const stored = lines.map(({ valid_from = now, ...line }): PriceLine => ({ ...line, price_list, valid_from }))
          yield* transaction.atomically(store.put(stored, now))
        }),
        remove: Effect.fn("PriceList.remove")(function*(price_list, lines) {
          const now = yield* Instant.now
          const ended = lines.flatMap(({ valid_from, ...line }) =>
            valid_from === undefined ? [{ ...line, price_list, valid_from: now }] : []
          )
          const removed = lines.flatMap(({ valid_from, ...line }) =>
            valid_from === undefined ? [] : [{ ...line, price_list, valid_from }]
          )
          yield* transaction.atomically(Effect.gen(function*() {
            yield* store.remove(removed)
            yield* store.removeFrom(ended)
            yield* store.put(ended.map((line) => ({ ...line, price: null })), now)
          }))
        }),
        page: store.page
      })
    })
  )
}

const sortKey = ({ period, product_action, product_class }: Price): string =>
  [product_class ?? "", product_action, period === null ? "" : `${period.unit}${period.value}`].join("\0")

/**
 * The lines with the highest precedence: their own class before `otherClasses`, then by their list, the last one first.
 * A line of `otherClasses` is listed under the requested class, and omitted without one.
 */
const effective = (
  lists: ReadonlyArray<PriceListName>,
  lines: ReadonlyArray<ListedPrice>,
  requestedClass: string | undefined
): ReadonlyArray<Price> => {
  const rank = ({ list, price }: ListedPrice): number =>
    (price.product_class === otherClasses ? 0 : lists.length) + lists.indexOf(list)
  const strongest = new Map<string, Price>()
  for (const { price } of lines.toSorted((a, b) => rank(a) - rank(b))) {
    if (price.product_class === otherClasses && requestedClass === undefined) continue
    const line = price.product_class === otherClasses ? { ...price, product_class: requestedClass ?? null } : price
    strongest.set(sortKey(line), line)
  }
  return [...strongest].toSorted(([a], [b]) => a < b ? -1 : 1).map(([, price]) => price)
}
