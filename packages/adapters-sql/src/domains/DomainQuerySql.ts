import { Effect, Option } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { domainConditions } from "./DomainConditionsSql.ts"
import type { Overall } from "./DomainCountReadsSql.ts"
import type { CountedGroup, DomainGroups, MemberTests } from "./DomainGroupsSql.ts"
import type { domainOwners } from "./DomainOwnersSql.ts"
import type { DateTest, DomainSelection } from "./DomainSelection.ts"

/** A selection of one organization's domains in the numbers of the index. */
export interface DomainQuery {
  readonly owner: number
  readonly name: string | undefined
  readonly sld: string | undefined
  readonly search: string | undefined
  readonly dates: ReadonlyArray<DateTest>
  /** The parts whose domains are counted. */
  readonly groups: ReadonlyArray<CountedGroup>
  /** How many domains meet the tests of states and of traits, where there are both. */
  readonly both: number | undefined
  /** All of it but the organization, as conditions on a row `i` of the index. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

const hasNoText = ({ name, search, sld }: DomainQuery): boolean =>
  name === undefined && sld === undefined && search === undefined

/** Whether the filter is nothing but at most one part whose domains are counted. */
export const isOneGroup = (query: DomainQuery): boolean =>
  hasNoText(query) && query.dates.length === 0 && query.groups.length <= 1

/** Whether the filter leaves nothing out. */
export const isEverything = (query: DomainQuery): boolean => isOneGroup(query) && query.groups.length === 0

/** Whether the filter is one date, and at most one part whose domains are counted. */
export const isOneDate = (query: DomainQuery): boolean =>
  hasNoText(query) && query.dates.length === 1 && query.groups.length <= 1

/** Whether the filter is tests of states and traits, and nothing else. */
export const isBoth = (query: DomainQuery): boolean =>
  hasNoText(query) && query.dates.length === 0 && query.groups.length === 2 && query.both !== undefined

const isTested = ({ bits, numbers }: MemberTests): boolean => bits.length > 0 || numbers !== undefined

export const domainQueries = (
  sql: SqlClient.SqlClient,
  owners: ReturnType<typeof domainOwners>,
  groups: DomainGroups
) => {
  const conditions = domainConditions(sql)

  const testsOf = Effect.fnUntraced(function*({ bits, credentials, tlds }: DomainSelection) {
    const states: MemberTests = {
      bits: bits.filter(({ column }) => column === "state"),
      numbers: tlds === undefined ? undefined : yield* owners.numbers("tld", tlds)
    }
    const traits: MemberTests = {
      bits: bits.filter(({ column }) => column === "traits"),
      numbers: credentials === undefined ? undefined : yield* owners.numbers("registrar_credential", credentials)
    }
    return { states, traits }
  })

  const textConditions = ({ name, search, sld }: DomainSelection): ReadonlyArray<Statement.Fragment> => [
    ...(name === undefined ? [] : [sql`i.name = ${name}`]),
    ...(sld === undefined ? [] : [sql`i.sld = ${sld}`]),
    ...(search === undefined ? [] : [conditions.contains(sql`i.name`, search)])
  ]

  return {
    /** None when no domain can be meant, because something that it asks for does not exist. */
    prepare: Effect.fnUntraced(function*<E>(
      owner: number,
      selection: DomainSelection,
      overall: Effect.Effect<Overall, E>
    ) {
      const { dates, name, nameserver, search, sld, tags } = selection
      const { states, traits } = yield* testsOf(selection)
      if (states.numbers?.length === 0 || traits.numbers?.length === 0) return Option.none()
      const counted: ReadonlyArray<CountedGroup> = [
        ...(isTested(states) ? [yield* groups.states(owner, states)] : []),
        ...(isTested(traits) ? [yield* groups.traits(owner, traits)] : []),
        ...(nameserver === undefined ? [] : [yield* groups.nameservers(owner, nameserver, yield* overall)]),
        ...(tags === undefined ? [] : [yield* groups.tags(owner, tags.ids, tags.mode, yield* overall)])
      ]
      if (counted.some(({ n }) => n <= 0)) return Option.none()
      const query: DomainQuery = {
        owner,
        name,
        sld,
        search,
        dates,
        groups: counted,
        both: isTested(states) && isTested(traits) ? yield* groups.statesWithTraits(owner, states, traits) : undefined,
        conditions: [
          ...textConditions(selection),
          ...counted.flatMap((group) => group.conditions),
          ...dates.flatMap(conditions.date)
        ]
      }
      return Option.some(query)
    })
  }
}
