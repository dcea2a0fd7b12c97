import { type CurrentActor, Page } from "@namewright/core/shared"
import { Effect, Schema } from "effect"
import { type OperationAnswer, OperationCalls, withoutCodes } from "../../platform/OperationCalls.ts"
import { operationNamed } from "../../platform/OperationCatalog.ts"
import { SelectedDomain } from "./resolveSelector.ts"
import type { Selector } from "./Selector.ts"

/** The list of domains, which selectors are read by. */
export const listing = operationNamed("listDomains")

const readPage = Schema.decodeUnknownSync(Page(SelectedDomain))

/** The list of domains answers something else than domains, which its caller is to see. */
export class ListRefusal {
  readonly _tag = "ListRefusal"
  readonly answered: OperationAnswer
  constructor(answered: OperationAnswer) {
    this.answered = answered
  }
}

/** One page of the domains that a selector finds, sorted by name. */
export type ReadPage = (
  { query }: Selector,
  page: number,
  page_size: number
) => Effect.Effect<Page<SelectedDomain>, ListRefusal, CurrentActor>

/** Reads selectors by the list of domains, as the current actor sees it. */
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
