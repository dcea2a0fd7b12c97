import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { domainConditions } from "./DomainConditionsSql.ts"
import { type CountedGroup, type domainGroups, kindConditions, type KindTests } from "./DomainGroupsSql.ts"
import type { domainOwners } from "./DomainOwnersSql.ts"
import type { DateTest, DomainSelection } from "./DomainSelection.ts"

/** A selection of one organization's domains in the numbers of the index. */
export interface DomainQuery {
  readonly owner: number
  readonly name: string | undefined
  readonly sld: string | undefined
  readonly search: string | undefined
  readonly kinds: KindTests
  readonly dates: ReadonlyArray<DateTest>
  /** The parts whose domains are counted. */
  readonly groups: ReadonlyArray<CountedGroup>
  /** All of it as conditions on a row `i` of the index. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

/** Whether the filter is nothing but tests on kinds and at most one date. */
export const isCountedByStripes = ({ dates, groups, name, search, sld }: DomainQuery): boolean =>
  name === undefined && sld === undefined && search === undefined && dates.length <= 1 &&
  groups.every(({ group }) => group.dimension === "kind")

/** Whether the filter is nothing but one part whose domains are counted, or nothing at all. */
export const isCounted = ({ dates, groups, name, search, sld }: DomainQuery): boolean =>
  name === undefined && sld === undefined && search === undefined && dates.length === 0 && groups.length <= 1

/** Whether the filter leaves nothing out. */
export const isEverything = (query: DomainQuery): boolean => isCounted(query) && query.groups.length === 0

export const domainQueries = (
  sql: SqlClient.SqlClient,
  owners: ReturnType<typeof domainOwners>,
  groups: ReturnType<typeof domainGroups>
) => {
  const conditions = domainConditions(sql)

  const kindTests = Effect.fnUntraced(function*({ bits, credentials, tlds }: DomainSelection) {
    const tests: KindTests = {
      bits,
      tlds: tlds === undefined ? undefined : yield* owners.numbers("tld", tlds),
      credentials: credentials === undefined ? undefined : yield* owners.numbers("registrar_credential", credentials)
    }
    return tests
  })

  const textConditions = ({ name, search, sld }: DomainSelection): ReadonlyArray<Statement.Fragment> => [
    ...(name === undefined ? [] : [sql`i.name = ${name}`]),
    ...(sld === undefined ? [] : [sql`i.sld = ${sld}`]),
    ...(search === undefined ? [] : [conditions.contains(sql`i.name`, search)])
  ]

  const setConditions = (counted: ReadonlyArray<CountedGroup>): ReadonlyArray<Statement.Fragment> =>
    counted.flatMap(({ group }) => group.dimension === "kind" ? [] : [conditions.set(group.test)])

  return {
    /** None when no domain can be meant, because something that it asks for does not exist. */
    prepare: Effect.fnUntraced(function*(owner: number, selection: DomainSelection) {
      const { dates, name, nameserver, search, sld, tags } = selection
      const kinds = yield* kindTests(selection)
      if (kinds.tlds?.length === 0 || kinds.credentials?.length === 0) return Option.none()
      const sets = [
        ...(nameserver === undefined ? [] : [yield* groups.nameservers(owner, nameserver)]),
        ...(tags === undefined ? [] : [yield* groups.tags(owner, tags.ids, tags.mode)])
      ]
      const tested = kindConditions(conditions, sql, "i", kinds)
      const counted: ReadonlyArray<CountedGroup> = tested.length === 0
        ? sets
        : [{
          group: { dimension: "kind", tests: kinds },
          n: yield* groups.total(owner, { dimension: "kind", tests: kinds })
        }, ...sets]
      if (counted.some(({ n }) => n <= 0)) return Option.none()
      const query: DomainQuery = {
        owner,
        name,
        sld,
        search,
        kinds,
        dates,
        groups: counted,
        conditions: [
          sql`i.owner_no = ${owner}`,
          ...textConditions(selection),
          ...tested,
          ...setConditions(counted),
          ...dates.flatMap(conditions.date)
        ]
      }
      return Option.some(query)
    })
  }
}
