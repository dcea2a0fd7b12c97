import type { Domain, Nameserver } from "@namewright/core/domains"
import type { OrganizationId } from "@namewright/core/shared"
import { Clock, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { stateOf } from "./DomainCodes.ts"

/** Dictionary numbers of a domain's shared values. */
export interface DomainNumbers {
  readonly owner_no: number
  /** Number of TLD, state, flags and external credential, within one organization. */
  readonly combination_no: number
  readonly nameserver_set_no: number
}

/**
 * Text of a nameserver set: its sorted hostnames, each between spaces. A search for a substring never spans two
 * hostnames, and a search for ` hostname ` matches whole hostnames only.
 */
export const hostnameSet = (nameservers: ReadonlyArray<Nameserver>): string =>
  ` ${[...new Set(nameservers.map(({ hostname }) => hostname))].toSorted().join(" ")} `

/** Maximum number of cached texts; the oldest are evicted. */
const cacheSize = 10_000

/** Lifetime of a cached number in milliseconds. A nameserver set is removed an hour after its last use. */
const cacheLifetime = 10 * 60_000

/** Cache of numbers. Numbers read or assigned in a transaction are added after its commit. */
const numberCache = (sql: SqlClient.SqlClient) => {
  const memory = new Map<string, { readonly no: number; readonly until: number }>()
  const add = (text: string, no: number, until: number) =>
    Effect.sync(() => {
      const oldest = memory.size >= cacheSize ? memory.keys().next().value : undefined
      if (oldest !== undefined) memory.delete(oldest)
      memory.set(text, { no, until })
    })
  return <A extends number | undefined, E>(text: string, read: Effect.Effect<A, E>): Effect.Effect<A | number, E> =>
    Effect.flatMap(Clock.currentTimeMillis, (now): Effect.Effect<A | number, E> => {
      const cached = memory.get(text)
      if (cached !== undefined && now < cached.until) return Effect.succeed(cached.no)
      return Effect.tap(
        read,
        (no) => no === undefined ? Effect.void : sql.afterCommit(add(text, no, now + cacheLifetime))
      )
    })
}

type Numbered = Statement.Statement<{ readonly no: number }>

const read = (statement: Numbered) => Effect.map(statement, ([row]) => row?.no)

const assigned = (statement: Numbered) =>
  Effect.flatMap(
    read(statement),
    (no) => no === undefined ? Effect.die(new Error("A shared value of domains has no number")) : Effect.succeed(no)
  )

const found = <E>(statement: Numbered, otherwise: Effect.Effect<number, E>) =>
  Effect.flatMap(
    read(statement),
    (no): Effect.Effect<number, E | SqlError.SqlError> => no === undefined ? otherwise : Effect.succeed(no)
  )

/** Two concurrent inserts of one value get the same number: the second waits for the first to commit. */
const intern = (find: Numbered, insert: Numbered) => found(find, found(insert, assigned(find)))

/** Assigns numbers to organizations, combinations and nameserver sets. */
export const domainDictionary = (sql: SqlClient.SqlClient) => {
  const owners = numberCache(sql)
  const combinations = numberCache(sql)
  const nameserverSets = numberCache(sql)

  const findOwner = (organization: OrganizationId): Numbered =>
    sql`SELECT owner_no AS no FROM domain_owners WHERE organization_id = ${organization}`

  const internOwner = (organization: OrganizationId) =>
    owners(
      organization,
      intern(
        findOwner(organization),
        sql`INSERT INTO domain_owners (organization_id) VALUES (${organization})
          ON CONFLICT DO NOTHING RETURNING owner_no AS no`
      )
    )

  const internCombination = (owner_no: number, domain: Domain, flags: number) => {
    const { registrar_credential_id, tld } = domain
    const row = { owner_no, tld, state: stateOf(domain), flags, registrar_credential_id: registrar_credential_id ?? "" }
    return combinations(
      Object.values(row).join(" "),
      intern(
        sql`SELECT combination_no AS no FROM domain_combinations WHERE owner_no = ${owner_no} AND tld = ${tld}
          AND state = ${row.state} AND flags = ${flags} AND registrar_credential_id = ${row.registrar_credential_id}`,
        sql`INSERT INTO domain_combinations ${sql.insert(row)}
          ON CONFLICT DO NOTHING RETURNING combination_no AS no`
      )
    )
  }

  /** Two concurrent inserts may store one set twice; searches find both. */
  const insertSet = Effect.fnUntraced(function*(hostnames: string) {
    const no = yield* assigned(
      sql`INSERT INTO domain_nameserver_sets (hostnames) VALUES (${hostnames}) RETURNING nameserver_set_no AS no`
    )
    yield* sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () => sql`INSERT INTO domain_nameserver_search (rowid, hostnames) VALUES (${no}, ${hostnames})`
    })
    return no
  })

  const internSet = (hostnames: string) =>
    nameserverSets(
      hostnames,
      found(
        sql`SELECT nameserver_set_no AS no FROM domain_nameserver_sets
          WHERE hostnames = ${hostnames} AND retired_on IS NULL ORDER BY nameserver_set_no LIMIT 1`,
        insertSet(hostnames)
      )
    )

  return {
    /** Number of an organization; undefined before its first domain. */
    owner: (organization: OrganizationId) => owners(organization, read(findOwner(organization))),

    /** Numbers of a domain. New values are assigned numbers. */
    numbersOf: Effect.fnUntraced(function*(domain: Domain, flags: number) {
      const owner_no = yield* internOwner(domain.organization_id)
      const numbers: DomainNumbers = {
        owner_no,
        combination_no: yield* internCombination(owner_no, domain, flags),
        nameserver_set_no: yield* internSet(hostnameSet(domain.nameservers))
      }
      return numbers
    }),

    /** Number of the combination with other flags and otherwise the same values. */
    withFlags: (combination_no: number, flags: number) => {
      const before = sql`FROM domain_combinations o WHERE o.combination_no = ${combination_no}`
      return intern(
        sql`SELECT c.combination_no AS no FROM domain_combinations c
          WHERE (c.owner_no, c.tld, c.state, c.registrar_credential_id)
            = (SELECT o.owner_no, o.tld, o.state, o.registrar_credential_id ${before}) AND c.flags = ${flags}`,
        sql`INSERT INTO domain_combinations (owner_no, tld, state, flags, registrar_credential_id)
          SELECT o.owner_no, o.tld, o.state, CAST(${flags} AS INTEGER), o.registrar_credential_id ${before}
          ON CONFLICT DO NOTHING RETURNING combination_no AS no`
      )
    }
  }
}
