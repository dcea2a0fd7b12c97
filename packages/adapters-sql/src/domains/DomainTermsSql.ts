import type { Domain, Nameserver } from "@namewright/core/domains"
import { Clock, Effect } from "effect"
import type { SqlClient, SqlError, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"
import { stateOf } from "./DomainCodes.ts"

/** The kinds of text that have a number each. */
export type TermKind = "tld" | "registrar_credential" | "provider"

/** The numbers that stand for what many domains share. */
export interface DomainNumbers {
  readonly owner_no: number
  readonly tld_no: number
  /** 0 for a domain without an external credential. */
  readonly credential_no: number
  readonly nameserver_set_no: number
  readonly provider_no: number
  readonly state_no: number
  readonly trait_no: number
  readonly kind_no: number
}

/**
 * A nameserver set as text: its hostnames in order, each between spaces, so that a search for a hostname's part never
 * matches across two of them, and a search for ` hostname ` finds a whole one.
 */
export const hostnameSet = (nameservers: ReadonlyArray<Nameserver>): string =>
  ` ${[...new Set(nameservers.map(({ hostname }) => hostname))].toSorted().join(" ")} `

/**
 * Who serves a nameserver set, roughly: the name in which the first of its hostnames lies. Thousands of sets that differ
 * in some labels have one provider, and a search that is met by one of them is nearly always met by all.
 */
export const providerOf = (hostnames: string): string => /^ [^ .]*\.([^ ]*)/.exec(hostnames)?.[1] ?? ""

/** Combinations whose numbers this process remembers; the one that was met first is forgotten first. */
const remembered = 5_000

/** Milliseconds for which numbers are used from memory: a nameserver set is removed an hour after its last use. */
const rememberedFor = 10 * 60_000

/** Gives numbers to texts and combinations, a new one when there is none yet. */
export const domainTerms = (sql: SqlClient.SqlClient) => {
  const { false: no } = dialect(sql)
  const memory = new Map<string, { readonly numbers: DomainNumbers; readonly until: number }>()

  const remember = (key: string, numbers: DomainNumbers, until: number) =>
    Effect.sync(() => {
      const oldest = memory.size >= remembered ? memory.keys().next().value : undefined
      if (oldest !== undefined) memory.delete(oldest)
      memory.set(key, { numbers, until })
    })

  /** Two writers who meet something new at once get the same number: the second waits for the first to commit. */
  const intern = Effect.fnUntraced(function*(
    insert: Statement.Statement<{ readonly no: number }>,
    find: Statement.Statement<{ readonly no: number }>
  ) {
    const [row] = yield* insert
    const [found] = row === undefined ? yield* find : [row]
    return found?.no ?? (yield* Effect.die(new Error("What domains share got no number")))
  })

  const internOwner = (organization: string) =>
    intern(
      sql`INSERT INTO domain_owners (organization_id, striped) VALUES (${organization}, ${no})
        ON CONFLICT DO NOTHING RETURNING owner_no AS no`,
      sql`SELECT owner_no AS no FROM domain_owners WHERE organization_id = ${organization}`
    )

  const internTerm = (kind: TermKind, term: string) =>
    intern(
      sql`INSERT INTO domain_terms ${sql.insert({ kind, term })} ON CONFLICT DO NOTHING RETURNING term_no AS no`,
      sql`SELECT term_no AS no FROM domain_terms WHERE kind = ${kind} AND term = ${term}`
    )

  const internState = (owner_no: number, tld_no: number, state: number) =>
    intern(
      sql`INSERT INTO domain_states ${sql.insert({ owner_no, tld_no, state })}
        ON CONFLICT DO NOTHING RETURNING state_no AS no`,
      sql`SELECT state_no AS no FROM domain_states
        WHERE owner_no = ${owner_no} AND tld_no = ${tld_no} AND state = ${state}`
    )

  const internTrait = (owner_no: number, traits: number, credential_no: number) =>
    intern(
      sql`INSERT INTO domain_traits ${sql.insert({ owner_no, traits, credential_no })}
        ON CONFLICT DO NOTHING RETURNING trait_no AS no`,
      sql`SELECT trait_no AS no FROM domain_traits
        WHERE owner_no = ${owner_no} AND traits = ${traits} AND credential_no = ${credential_no}`
    )

  const internKind = (state_no: number, trait_no: number) =>
    intern(
      sql`INSERT INTO domain_kinds ${sql.insert({ state_no, trait_no })}
        ON CONFLICT DO NOTHING RETURNING kind_no AS no`,
      sql`SELECT kind_no AS no FROM domain_kinds WHERE state_no = ${state_no} AND trait_no = ${trait_no}`
    )

  /** Two writers at once may both make the same set; both are found by every search. */
  const internNameservers = Effect.fnUntraced(function*(hostnames: string, provider_no: number) {
    const [made] = yield* sql<{ readonly no: number }>`INSERT INTO domain_nameserver_sets
      ${sql.insert({ hostnames, provider_no })} RETURNING nameserver_set_no AS no`
    if (made === undefined) return yield* Effect.die(new Error("A nameserver set got no number"))
    yield* sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () => sql`INSERT INTO domain_nameserver_search (rowid, hostnames) VALUES (${made.no}, ${hostnames})`
    })
    return made.no
  })

  const term = (kind: TermKind, value: string) =>
    sql`(SELECT term_no FROM domain_terms WHERE kind = ${kind} AND term = ${value})`

  type Known = { readonly [K in keyof DomainNumbers]: number | null }

  const known = (domain: Domain, traits: number, hostnames: string) =>
    Effect.map(
      sql<Known>`SELECT t.*, s.state_no, r.trait_no, k.kind_no FROM (
        SELECT (SELECT owner_no FROM domain_owners WHERE organization_id = ${domain.organization_id}) AS owner_no,
          ${term("tld", domain.tld)} AS tld_no,
          ${
        domain.registrar_credential_id === null
          ? sql`0`
          : term("registrar_credential", domain.registrar_credential_id)
      } AS credential_no,
          (SELECT min(nameserver_set_no) FROM domain_nameserver_sets
            WHERE hostnames = ${hostnames} AND retired_on IS NULL) AS nameserver_set_no,
          ${term("provider", providerOf(hostnames))} AS provider_no
      ) t
      LEFT JOIN domain_states s ON s.owner_no = t.owner_no AND s.tld_no = t.tld_no AND s.state = ${stateOf(domain)}
      LEFT JOIN domain_traits r
        ON r.owner_no = t.owner_no AND r.traits = ${traits} AND r.credential_no = t.credential_no
      LEFT JOIN domain_kinds k ON k.state_no = s.state_no AND k.trait_no = r.trait_no`,
      ([row]) => row
    )

  return {
    /** Every number of a domain, in one query when none of them is new. */
    numbersOf: Effect.fnUntraced(function*(domain: Domain, traits: number) {
      const { organization_id, registrar_credential_id, tld } = domain
      const hostnames = hostnameSet(domain.nameservers)
      const key = `${organization_id} ${tld} ${registrar_credential_id ?? ""} ${stateOf(domain)} ${traits}${hostnames}`
      const now = yield* Clock.currentTimeMillis
      const before = memory.get(key)
      if (before !== undefined && now < before.until) return before.numbers
      const found = yield* known(domain, traits, hostnames)
      const owner_no = found?.owner_no ?? (yield* internOwner(organization_id))
      const tld_no = found?.tld_no ?? (yield* internTerm("tld", tld))
      const credential_no = registrar_credential_id === null
        ? 0
        : found?.credential_no ?? (yield* internTerm("registrar_credential", registrar_credential_id))
      const provider_no = found?.provider_no ?? (yield* internTerm("provider", providerOf(hostnames)))
      const nameserver_set_no = found?.nameserver_set_no ?? (yield* internNameservers(hostnames, provider_no))
      const state_no = found?.state_no ?? (yield* internState(owner_no, tld_no, stateOf(domain)))
      const trait_no = found?.trait_no ?? (yield* internTrait(owner_no, traits, credential_no))
      const kind_no = found?.kind_no ?? (yield* internKind(state_no, trait_no))
      const numbers: DomainNumbers = {
        owner_no,
        tld_no,
        credential_no,
        nameserver_set_no,
        provider_no,
        state_no,
        trait_no,
        kind_no
      }
      // Numbers that this very transaction has given out are gone again if it fails.
      yield* sql.afterCommit(remember(key, numbers, now + rememberedFor))
      return numbers
    }),

    /** The numbers of other traits in the same state. */
    withTraits: Effect.fnUntraced(function*(
      { credential_no, owner_no, state_no }: Pick<DomainNumbers, "owner_no" | "credential_no" | "state_no">,
      traits: number
    ) {
      const [found] = yield* sql<{ readonly trait_no: number; readonly kind_no: number | null }>`
        SELECT r.trait_no, k.kind_no FROM domain_traits r
        LEFT JOIN domain_kinds k ON k.state_no = ${state_no} AND k.trait_no = r.trait_no
        WHERE r.owner_no = ${owner_no} AND r.traits = ${traits} AND r.credential_no = ${credential_no}`
      const trait_no = found?.trait_no ?? (yield* internTrait(owner_no, traits, credential_no))
      return { trait_no, kind_no: found?.kind_no ?? (yield* internKind(state_no, trait_no)) }
    })
  }
}
