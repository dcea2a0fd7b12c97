import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import { DomainStore } from "@namewright/core/domains"
import type { OrganizationId, Sort } from "@namewright/core/shared"
import { Effect } from "effect"
import { sentBy, type SentStatement } from "../../../test/sentStatements.ts"
import { today } from "../../src/domains-list/portfolio.ts"
import { filters, pairs, sorts } from "../../src/domains-list/questions.ts"

const page_size = 50

/** What lists of the organization send: the first page of every filter and pair by every sort, and the page in its middle by two. */
export const listStatements = Effect.fnUntraced(function*(organization: OrganizationId) {
  const store = yield* DomainStore
  const list = (name: string, filter: DomainFilter, sort: Sort<DomainSortField>, page: number) =>
    sentBy(
      `${name} by ${sort.by}, page ${page}`,
      store.list(organization, filter, sort, { page, page_size }, { now: today, tags: true })
    )
  const all: Array<SentStatement> = []
  for (const [name, filter] of Object.entries({ ...filters, ...pairs })) {
    for (const by of sorts) {
      const first = yield* list(name, filter, { by, order: "desc" }, 1)
      const middle = by === "name" || by === "created_on" ? Math.ceil(first.answer.total / page_size / 2) : 1
      const deep = middle <= 1 ? undefined : yield* list(name, filter, { by, order: "desc" }, middle)
      all.push(...first.sent, ...deep?.sent ?? [])
    }
  }
  return all
})

/** One of each statement: those with the same text have the same ways. */
export const distinct = (statements: ReadonlyArray<SentStatement>): ReadonlyArray<SentStatement> => [
  ...new Map(statements.map((statement) => [statement.text, statement])).values()
]
