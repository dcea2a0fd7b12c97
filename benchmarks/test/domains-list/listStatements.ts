import type { DomainFilter, DomainSortField } from "@namewright/core/domains"
import { DomainStore } from "@namewright/core/domains"
import type { OrganizationId, Sort } from "@namewright/core/shared"
import { Effect } from "effect"
import { Statement } from "effect/sql"
import { today } from "../../src/domains-list/portfolio.ts"
import { filters, pairs, sorts } from "../../src/domains-list/questions.ts"

/** A statement that a list sent, as the database gets it. */
export interface SentStatement {
  /** Which list, in words. */
  readonly list: string
  readonly text: string
  readonly parameters: ReadonlyArray<unknown>
}

const page_size = 50

/** Runs `work` and tells which statements it sent. */
const sentBy = Effect.fnUntraced(function*<A, E, R>(list: string, work: Effect.Effect<A, E, R>) {
  const sent: Array<SentStatement> = []
  const answer = yield* work.pipe(
    Effect.provideService(Statement.CurrentTransformer, (statement) =>
      Effect.sync(() => {
        const [text, parameters] = (statement as Statement.Statement<unknown>).compile()
        sent.push({ list, text, parameters })
        return statement
      }))
  )
  return { answer, sent }
})

/** What lists of the organization send: every filter and pair, by every sort, its first page and the one in its middle. */
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
      const middle = Math.ceil(first.answer.total / page_size / 2)
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
