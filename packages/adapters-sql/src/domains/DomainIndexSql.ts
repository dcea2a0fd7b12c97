import type { Domain } from "@namewright/core/domains"
import { Effect } from "effect"
import type { DateTime } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { stateOf, traitsOf } from "./DomainCodes.ts"
import { domainCounts } from "./DomainCountsSql.ts"
import type { IndexRow } from "./DomainPlaces.ts"
import { nameStart } from "./DomainStripes.ts"
import { domainTerms } from "./DomainTermsSql.ts"

/** A row of the index with its key. */
export interface StoredIndexRow extends IndexRow {
  readonly domain_no: number
}

/** What only the index knows of a domain; the rest of its row follows from the domain. */
export const indexColumns = [
  "domain_no",
  "owner_no",
  "kind_no",
  "state_no",
  "trait_no",
  "tld_no",
  "state",
  "traits",
  "credential_no",
  "nameserver_set_no",
  "provider_no",
  "tag_set_no"
] as const satisfies ReadonlyArray<keyof StoredIndexRow>
export type IndexNumbers = Pick<StoredIndexRow, (typeof indexColumns)[number]>

/** The index row of a domain. */
export const indexRow = <N>(domain: Domain, numbers: N) => ({
  domain_id: domain.domain_id,
  name: domain.name,
  name_start: nameStart(domain.name),
  sld: domain.sld,
  ...numbers,
  created_on: secondsOf(domain.created_on),
  updated_on: secondsOf(domain.updated_on),
  expires_on: secondsOrNull(domain.expires_on),
  registered_on: secondsOrNull(domain.registered_on),
  transferred_on: secondsOrNull(domain.transferred_on)
})

/** The row as drivers hand it out: PostgreSQL gives its 64-bit numbers as bigints. */
export type RawIndexRow =
  & Omit<StoredIndexRow, DateColumn>
  & {
    readonly [K in DateColumn]: number | bigint | Extract<IndexRow[K], null>
  }
type DateColumn = "created_on" | "updated_on" | "expires_on" | "registered_on" | "transferred_on"

const numberOrNull = (value: number | bigint | null): number | null => value === null ? null : Number(value)

export const indexRowOf = (raw: RawIndexRow): StoredIndexRow => ({
  ...raw,
  created_on: Number(raw.created_on),
  updated_on: Number(raw.updated_on),
  expires_on: numberOrNull(raw.expires_on),
  registered_on: numberOrNull(raw.registered_on),
  transferred_on: numberOrNull(raw.transferred_on)
})

export const secondsOf = (instant: DateTime.Utc): number => Math.floor(instant.epochMilliseconds / 1000)
const secondsOrNull = (instant: DateTime.Utc | null): number | null => instant === null ? null : secondsOf(instant)

/** Keeps `domain_index`, the name search and the counts in step with the domains. */
export const domainIndex = (sql: SqlClient.SqlClient) => {
  const terms = domainTerms(sql)
  const counts = domainCounts(sql)

  /** The index row of a domain; what only the index knows is taken from the row before. */
  const rowFor = Effect.fnUntraced(function*(domain: Domain, before: IndexRow | undefined) {
    const traits = traitsOf(domain, before?.traits ?? 0)
    const numbers = yield* terms.numbersOf(domain, traits)
    const row: IndexRow = indexRow(domain, {
      ...numbers,
      state: stateOf(domain),
      traits,
      // The tags of another organization are none of the new owner's.
      tag_set_no: before?.owner_no === numbers.owner_no ? before.tag_set_no : 0
    })
    return row
  })

  const insert = Effect.fnUntraced(function*(domain_no: number, domain: Domain) {
    const row = yield* rowFor(domain, undefined)
    yield* sql`INSERT INTO domain_index ${sql.insert({ domain_no, ...row })}`
    yield* sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () => sql`INSERT INTO domain_name_search (rowid, name) VALUES (${domain_no}, ${domain.name})`
    })
    yield* counts.record([], [row])
  })

  const update = Effect.fnUntraced(function*({ domain_no, ...before }: StoredIndexRow, after: IndexRow) {
    const changes = Object.fromEntries(
      (Object.keys(before) as Array<keyof IndexRow>)
        .filter((column) => before[column] !== after[column])
        .map((column) => [column, after[column]])
    )
    if (Object.keys(changes).length === 0) return
    yield* sql`UPDATE domain_index SET ${sql.update(changes)} WHERE domain_no = ${domain_no}`
    yield* counts.record([before], [after])
  })

  const save = Effect.fnUntraced(function*(before: StoredIndexRow, domain: Domain) {
    yield* update(before, yield* rowFor(domain, before))
  })

  /** Sets the traits alone, among them the status tags, which only the index knows. */
  const setTraits = Effect.fnUntraced(function*(before: StoredIndexRow, traits: number) {
    yield* update(before, { ...before, traits, ...yield* terms.withTraits(before, traits) })
  })

  const remove = Effect.fnUntraced(function*({ domain_no, ...before }: StoredIndexRow) {
    yield* sql`DELETE FROM domain_index WHERE domain_no = ${domain_no}`
    yield* sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () => sql`DELETE FROM domain_name_search WHERE rowid = ${domain_no}`
    })
    yield* counts.record([before], [])
  })

  return { insert, save, setTraits, remove }
}
