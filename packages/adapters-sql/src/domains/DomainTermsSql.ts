import type { Domain, Nameserver } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { statusMask } from "./DomainCodes.ts"

/** The kinds of text that have a number each. */
export type TermKind = "organization" | "tld" | "registrar_credential"

/** The numbers that stand for what many domains share. */
export interface DomainNumbers {
  readonly owner_no: number
  readonly tld_no: number
  /** 0 for a domain without an external credential. */
  readonly credential_no: number
  readonly nameserver_set_no: number
  readonly kind_no: number
}

/**
 * A nameserver set as text: its hostnames in order, each between spaces, so that a search for a hostname's part never
 * matches across two of them, and a search for ` hostname ` finds a whole one.
 */
export const hostnameSet = (nameservers: ReadonlyArray<Nameserver>): string =>
  ` ${[...new Set(nameservers.map(({ hostname }) => hostname))].toSorted().join(" ")} `

/** Gives numbers to texts and combinations, a new one when there is none yet. Numbers are never taken back. */
export const domainTerms = (sql: SqlClient.SqlClient) => {
  const known = (kind: TermKind, term: string) =>
    sql`(SELECT term_no FROM domain_terms WHERE kind = ${kind} AND term = ${term})`

  /** Two writers who meet a new term at once get the same number: the second waits for the first to commit. */
  const intern = Effect.fnUntraced(function*(kind: TermKind, term: string) {
    const [made] = yield* sql<{ readonly term_no: number }>`INSERT INTO domain_terms (kind, term)
      VALUES (${kind}, ${term}) ON CONFLICT DO NOTHING RETURNING term_no`
    if (made !== undefined) return made.term_no
    const [found] = yield* sql<{ readonly term_no: number }>`SELECT term_no FROM domain_terms
      WHERE kind = ${kind} AND term = ${term}`
    return found === undefined ? yield* Effect.die(new Error(`The ${kind} ${term} got no number`)) : found.term_no
  })

  /** Two writers at once may both make the same set; both are found by every search. */
  const internNameservers = Effect.fnUntraced(function*(hostnames: string) {
    const [made] = yield* sql<{ readonly nameserver_set_no: number }>`INSERT INTO domain_nameserver_sets (hostnames)
      VALUES (${hostnames}) RETURNING nameserver_set_no`
    if (made === undefined) return yield* Effect.die(new Error("A nameserver set got no number"))
    yield* sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () =>
        sql`INSERT INTO domain_nameserver_search (rowid, hostnames) VALUES (${made.nameserver_set_no}, ${hostnames})`
    })
    return made.nameserver_set_no
  })

  type Owned = Pick<DomainNumbers, "owner_no" | "tld_no" | "credential_no">

  const findKind = ({ credential_no, owner_no, tld_no }: Owned, statuses: number, marks: number) =>
    Effect.map(
      sql<{ readonly kind_no: number }>`SELECT kind_no FROM domain_kinds
        WHERE owner_no = ${owner_no} AND tld_no = ${tld_no} AND statuses = ${statuses} AND marks = ${marks}
          AND credential_no = ${credential_no}`,
      ([row]) => row?.kind_no
    )

  const internKind = Effect.fnUntraced(function*(owned: Owned, statuses: number, marks: number) {
    const { credential_no, owner_no, tld_no } = owned
    const [made] = yield* sql<{ readonly kind_no: number }>`INSERT INTO domain_kinds
      ${sql.insert({ owner_no, tld_no, statuses, marks, credential_no })} ON CONFLICT DO NOTHING RETURNING kind_no`
    const kind_no = made?.kind_no ?? (yield* findKind(owned, statuses, marks))
    return kind_no ?? (yield* Effect.die(new Error("A kind of domain got no number")))
  })

  /** The number of a combination, a new one when there is none yet. */
  const kindOf = Effect.fnUntraced(function*(owned: Owned, statuses: number, marks: number) {
    return (yield* findKind(owned, statuses, marks)) ?? (yield* internKind(owned, statuses, marks))
  })

  type Known = { readonly [K in keyof DomainNumbers]: number | null }

  /** Every number of a domain, in one query when none of them is new. */
  const numbersOf = Effect.fnUntraced(function*(domain: Domain, marks: number) {
    const { organization_id, registrar_credential_id, tld } = domain
    const hostnames = hostnameSet(domain.nameservers)
    const statuses = statusMask(domain.registry_statuses)
    const [found] = yield* sql<Known>`SELECT t.*, k.kind_no
      FROM (SELECT ${known("organization", organization_id)} AS owner_no, ${known("tld", tld)} AS tld_no,
        ${registrar_credential_id === null ? sql`0` : known("registrar_credential", registrar_credential_id)}
          AS credential_no,
        (SELECT min(nameserver_set_no) FROM domain_nameserver_sets WHERE hostnames = ${hostnames}) AS nameserver_set_no
      ) t LEFT JOIN domain_kinds k ON k.owner_no = t.owner_no AND k.tld_no = t.tld_no AND k.statuses = ${statuses}
        AND k.marks = ${marks} AND k.credential_no = t.credential_no`
    const credential = registrar_credential_id === null
      ? Effect.succeed(0)
      : intern("registrar_credential", registrar_credential_id)
    const terms = {
      owner_no: found?.owner_no ?? (yield* intern("organization", organization_id)),
      tld_no: found?.tld_no ?? (yield* intern("tld", tld)),
      credential_no: found?.credential_no ?? (yield* credential),
      nameserver_set_no: found?.nameserver_set_no ?? (yield* internNameservers(hostnames))
    }
    const numbers: DomainNumbers = {
      ...terms,
      kind_no: found?.kind_no ?? (yield* internKind(terms, statuses, marks))
    }
    return numbers
  })

  return { numbersOf, kindOf }
}
