import type { DomainSortField } from "@namewright/core/domains"
import type { TagFilterMode } from "@namewright/core/tags"
import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { domainConditions } from "./DomainConditionsSql.ts"
import {
  domainCountReads,
  everyDomain,
  type MemberCount,
  type Overall,
  type StripeRange,
  sumOf
} from "./DomainCountReadsSql.ts"
import type { DomainListTuning } from "./DomainListPlan.ts"
import type { Dimension } from "./DomainPlaces.ts"
import type { BitTest } from "./DomainSelection.ts"
import { combined } from "./DomainStripes.ts"

/** The dimensions that a part of a filter can be about. */
export type GroupDimension = Exclude<Dimension, "kind" | "expiry" | "providers">

/** A part of a filter whose domains are counted as they change: those with some members of a dimension, or without. */
export interface Group<D extends Dimension = Dimension> {
  readonly dimension: D
  /** Which members, as a condition on a row `c` of the counts; undefined for all. */
  readonly members: Statement.Fragment | undefined
  readonly exclude: boolean
  /** The same as conditions on a row `i` of the index. */
  readonly conditions: ReadonlyArray<Statement.Fragment>
}

/** A group, how many domains it has, and how many members. */
export interface CountedGroup<D extends Dimension = GroupDimension> extends Group<D> {
  readonly n: number
  readonly size: number
  /** The same domains by the providers of their nameservers, where these are fewer and have no others. */
  readonly provided?: CountedGroup<"providers"> | undefined
}

/** What is asked of a state, or of traits: bits, and one of some TLDs or credentials. */
export interface MemberTests {
  readonly bits: ReadonlyArray<BitTest>
  readonly numbers: ReadonlyArray<number> | undefined
}

/** Nameserver sets up to which their providers are looked up: when more are met, they have thousands of providers. */
const setsProvided = 6000

/** All domains as a group. */
export const every: Group<"trait"> = { ...everyDomain, exclude: false, conditions: [] }

/** Finds the domains that a part of a filter means, by the counts. */
export const domainGroups = (sql: SqlClient.SqlClient, tuning: DomainListTuning) => {
  const conditions = domainConditions(sql)
  const reads = domainCountReads(sql)
  const { false: no, oneOfRows, true: yes } = dialect(sql)

  const tested = (table: "i" | "s" | "r", column: string, { bits, numbers }: MemberTests) => [
    ...(numbers === undefined ? [] : [conditions.isOneOf(sql.literal(`${table}.${column}`), numbers)]),
    ...bits.map((test) => conditions.bits(table, test))
  ]

  const states = (owner: number, tests: MemberTests) =>
    sql`SELECT s.state_no FROM domain_states s
      WHERE ${sql.and([sql`s.owner_no = ${owner}`, ...tested("s", "tld_no", tests)])}`
  const traits = (owner: number, tests: MemberTests) =>
    sql`SELECT r.trait_no FROM domain_traits r
      WHERE ${sql.and([sql`r.owner_no = ${owner}`, ...tested("r", "credential_no", tests)])}`

  const counted = (owner: number, group: Group<GroupDimension>) =>
    Effect.map(reads.count(owner, group), (found): CountedGroup => ({ ...group, ...found }))

  const carrying = (owner: number, ids: ReadonlyArray<string>, mode: TagFilterMode): Statement.Fragment =>
    sql`SELECT m.tag_set_no FROM domain_tag_set_members m WHERE m.owner_no = ${owner} AND ${sql.in("m.tag_id", ids)}
      ${mode === "match_all" ? sql`GROUP BY m.tag_set_no HAVING count(*) = ${ids.length}` : sql``}`

  /** Domains with one of the sets; without them where the number of all domains is given. */
  const setGroup = (dimension: "nameservers" | "tags", sets: ReadonlyArray<MemberCount>, all?: number) => {
    const numbers = sets.map(({ member_no }) => member_no)
    const column = dimension === "tags" ? "tag_set_no" : "nameserver_set_no"
    const group: CountedGroup = {
      dimension,
      members: conditions.isOneOf(sql`c.member_no`, numbers),
      exclude: all !== undefined,
      conditions: [conditions.set({ column, numbers, exclude: all !== undefined })],
      n: all === undefined ? sumOf(sets) : all - sumOf(sets),
      size: numbers.length
    }
    return group
  }

  /** The nameserver sets that are met and have domains, and unless there are very many the providers of these sets. */
  const setsAndProviders = (owner: number, part: string) =>
    sql<MemberCount & { readonly is_provider: boolean | number }>`WITH met AS MATERIALIZED (
        SELECT s.nameserver_set_no, s.provider_no FROM domain_nameserver_sets s WHERE ${
      conditions.hostnamesContain(part)
    }
      )
      SELECT m.member_no, m.n, ${no} AS is_provider FROM (${
      reads.members(owner, {
        dimension: "nameservers",
        members: sql`c.member_no ${oneOfRows(sql`SELECT nameserver_set_no FROM met`)}`
      })
    }) m UNION ALL SELECT p.member_no, p.n, ${yes} FROM (${
      reads.members(owner, {
        dimension: "providers",
        members: sql`c.member_no ${oneOfRows(sql`SELECT DISTINCT provider_no FROM met`)}
          AND (SELECT count(*) FROM met) <= ${setsProvided}`
      })
    }) p`

  const providedBy = (group: CountedGroup, providers: ReadonlyArray<MemberCount>) => {
    const provided: CountedGroup<"providers"> = {
      ...group,
      dimension: "providers",
      members: conditions.isOneOf(sql`c.member_no`, providers.map(({ member_no }) => member_no)),
      size: providers.length,
      provided: undefined
    }
    return provided
  }

  return {
    /** Domains of some TLDs, in some states. */
    states: (owner: number, tests: MemberTests) =>
      counted(owner, {
        dimension: "state",
        members: sql`c.member_no ${oneOfRows(states(owner, tests))}`,
        exclude: false,
        conditions: tested("i", "tld_no", tests)
      }),

    /** Domains with some traits and credentials. */
    traits: (owner: number, tests: MemberTests) =>
      counted(owner, {
        dimension: "trait",
        members: sql`c.member_no ${oneOfRows(traits(owner, tests))}`,
        exclude: false,
        conditions: tested("i", "credential_no", tests)
      }),

    /** How many domains meet tests of both. */
    statesWithTraits: (owner: number, stateTests: MemberTests, traitTests: MemberTests) =>
      Effect.map(
        reads.count(owner, {
          dimension: "kind",
          members: sql`c.member_no ${
            oneOfRows(sql`SELECT k.kind_no FROM domain_kinds k
              WHERE k.state_no IN (${states(owner, stateTests)}) AND k.trait_no IN (${traits(owner, traitTests)})`)
          }`
        }),
        ({ n }) => n
      ),

    /** Domains one of whose nameservers has the part in its hostname. */
    nameservers: Effect.fnUntraced(function*(owner: number, part: string, { striped }: Overall) {
      // An organization with few domains has few of the sets of all organizations: its own are read.
      if (!striped) {
        const members = sql`EXISTS (SELECT 1 FROM domain_nameserver_sets s
          WHERE s.nameserver_set_no = c.member_no AND ${conditions.contains(sql`s.hostnames`, part)})`
        return setGroup("nameservers", yield* reads.members(owner, { dimension: "nameservers", members }))
      }
      const found = yield* setsAndProviders(owner, part)
      const group = setGroup("nameservers", found.filter(({ is_provider }) => !is_provider))
      const providers = found.filter(({ is_provider }) => is_provider)
      // A provider has at least the domains of its sets that are met.
      return group.size > tuning.setsRead && sumOf(providers) === group.n
        ? { ...group, provided: providedBy(group, providers) }
        : group
    }),

    /** Domains that carry any or all of the tags, or none. */
    tags: Effect.fnUntraced(
      function*(owner: number, ids: ReadonlyArray<string>, mode: TagFilterMode, { n: all }: Overall) {
        const sets = yield* reads.members(owner, {
          dimension: "tags",
          members: sql`c.member_no ${oneOfRows(carrying(owner, ids, mode))}`
        })
        return mode === "match_none" ? setGroup("tags", sets, all) : setGroup("tags", sets)
      }
    ),

    /** The numbers of a group's members that have domains. */
    membersOf: (owner: number, group: Group) =>
      Effect.map(reads.members(owner, group), (rows) => rows.map(({ member_no }) => member_no)),

    /** Where in an order the domains of the group stand, from the first stripe to the last. */
    stripes: Effect.fnUntraced(
      function*(owner: number, group: Group, by: DomainSortField, range?: StripeRange) {
        const found = yield* reads.stripes(owner, group, by, range)
        return group.exclude
          ? combined([yield* reads.stripes(owner, everyDomain, by, range)], [found])
          : combined([found], [])
      }
    )
  }
}

export type DomainGroups = ReturnType<typeof domainGroups>
