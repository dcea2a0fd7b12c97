import { Context, Data, Effect, Layer, Option, Result } from "effect"
import { Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import { BillingParties } from "./BillingParty.ts"
import type { PriceLine } from "./PriceLine.ts"
import { lineIdentity, type PriceRow, type PriceRowProblem, readPriceRow } from "./PriceRow.ts"
import { PriceStore } from "./PriceStore.ts"

/** A row of a file, and its line in the file, counted from 1. */
export interface NumberedPriceRow {
  readonly line: number
  readonly row: PriceRow
}

export interface PriceFileProblem extends PriceRowProblem {
  readonly line: number
}

/** The rows have problems, all of which are listed by line. Nothing was stored. */
export class PriceFileRefused extends Data.TaggedError("PriceFileRefused")<{
  readonly problems: ReadonlyArray<PriceFileProblem>
}> {
  override get message() {
    const lines = this.problems.map(({ column, line, problem }) =>
      `line ${line}: ${column === null ? "" : `${column}: `}${problem}`
    )
    return [`Nothing is imported, because the file has problems (${lines.length}):`, ...lines].join("\n")
  }
}

/** Outcome of an import, in lines of price lists. */
export interface PriceImportResult {
  readonly lines: number
  readonly lists: number
}

/**
 * Imports prices from files of an operator. It stores all rows in one transaction or none, and checks no permissions.
 */
export class PriceImport extends Context.Service<PriceImport, {
  /**
   * Checks rows, and stores them unless it is a trial. A row replaces the line with the same list, product, action, class,
   * currency, period and start; other lines stay. An organization has prices in the currency of its account only.
   */
  readonly run: (
    rows: ReadonlyArray<NumberedPriceRow>,
    options: { readonly isTrial: boolean }
  ) => Effect.Effect<PriceImportResult, PriceFileRefused>
}>()("@namewright/core/billing/PriceImport") {
  static readonly layer = Layer.effect(
    PriceImport,
    Effect.gen(function*() {
      const store = yield* PriceStore
      const parties = yield* BillingParties
      const transaction = yield* Transaction

      /** Problems that a row has with stored organizations, by list. */
      const partiesOf = (lists: ReadonlySet<PriceLine["price_list"]>) =>
        Effect.map(
          Effect.forEach(
            [...lists].filter((list): list is OrganizationId => list !== "default"),
            (list) => Effect.map(parties.find(list), (party) => [list, party] as const)
          ),
          (found) => new Map(found)
        )

      const run = Effect.fn("PriceImport.run")(
        function*(rows: ReadonlyArray<NumberedPriceRow>, { isTrial }: { readonly isTrial: boolean }) {
          const now = yield* Instant.now
          const read = rows.map(({ line, row }) => ({ line, result: readPriceRow(row, now) }))
          const lines = read.flatMap(({ line, result }) =>
            Result.isSuccess(result) ? [{ line, price: result.success }] : []
          )
          const lists = new Set(lines.map(({ price }) => price.price_list))
          const known = yield* partiesOf(lists)
          const problems = [
            ...read.flatMap(({ line, result }) =>
              Result.isFailure(result) ? result.failure.map((problem) => ({ line, ...problem })) : []
            ),
            ...lines.flatMap(({ line, price }) => ownerProblems(price, known).map((problem) => ({ line, ...problem }))),
            ...repeated(lines)
          ].toSorted((a, b) => a.line - b.line)
          if (problems.length > 0) return yield* new PriceFileRefused({ problems })
          if (!isTrial) yield* transaction.atomically(store.put(lines.map(({ price }) => price), now))
          return { lines: lines.length, lists: lists.size }
        }
      )

      return PriceImport.of({ run })
    })
  )
}

const ownerProblems = (
  { currency, price_list }: PriceLine,
  known: ReadonlyMap<string, Option.Option<{ readonly currency: PriceLine["currency"] }>>
): ReadonlyArray<PriceRowProblem> => {
  if (price_list === "default") return []
  const party = Option.getOrUndefined(known.get(price_list) ?? Option.none())
  if (party === undefined) return [{ column: "price_list", problem: `no organization ${price_list}` }]
  return party.currency === currency
    ? []
    : [{ column: "currency", problem: `${price_list} has an account in ${party.currency}, got ${currency}` }]
}

const repeated = (
  lines: ReadonlyArray<{ readonly line: number; readonly price: PriceLine }>
): ReadonlyArray<PriceFileProblem> => {
  const first = new Map<string, number>()
  return lines.flatMap(({ line, price }) => {
    const identity = lineIdentity(price)
    const earlier = first.get(identity)
    if (earlier === undefined) first.set(identity, line)
    return earlier === undefined
      ? []
      : [{ line, column: null, problem: `the same list, product, class, period and start as in line ${earlier}` }]
  })
}
