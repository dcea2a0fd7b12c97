import { type CurrentActor, Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { type OperationAnswer, OperationCalls, withoutCodes } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { SelectedDomain } from "./resolveSelector.ts"
import type { Selector } from "./Selector.ts"

/** Operation with which selectors are read. */
export const listing = operationNamed("listDomains")

const readPage = Schema.decodeUnknownSync(Page(SelectedDomain))

/** Response of the list of domains other than a page, which is returned to the caller. */
export class ListRefusal {
  readonly _tag = "ListRefusal"
  readonly answered: OperationAnswer
  constructor(answered: OperationAnswer) {
    this.answered = answered
  }
}

/** Reads one page of the domains that a selector matches, sorted by name. */
export type ReadPage = (
  { query }: Selector,
  page: number,
  page_size: number
) => Effect.Effect<Page<SelectedDomain>, ListRefusal, CurrentActor>

/** Reads selectors with the list of domains, as the current actor. */
export const selectedDomains = Effect.gen(function*() {
  const operations = yield* OperationCalls
  const read: ReadPage = Effect.fnUntraced(function*({ query }, page, page_size) {
    const answered = yield* withoutCodes(operations.call(listing, {
      query: { ...query, sort_by: "name", sort_order: "asc", page, page_size }
    }))
    return answered.httpStatus === 200 ? readPage(answered.data) : yield* Effect.fail(new ListRefusal(answered))
  })
  return read
})
