import type { Domain, DomainSortField } from "@namewright/core/domains"
import { type DateTime, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { flagsOf } from "./DomainCodes.ts"
import { domainDictionary } from "./DomainDictionarySql.ts"
import { domainCounts } from "./list/DomainCountsSql.ts"

export type DateField = Exclude<DomainSortField, "name">

/** A row of `domain_keys`: the sort keys and filtered columns of a domain. Dates are in seconds since 1970. */
export interface DomainKeys extends Readonly<Record<DateField, number>> {
  readonly domain_id: string
  readonly name: string
  readonly sld: string
  readonly owner_no: number
  readonly combination_no: number
  /** Flags of the combination, as they are when the row is locked. Status tags are stored nowhere else. */
  readonly flags: number
  readonly nameserver_set_no: number
  /** 0 for a domain without tags. */
  readonly tag_set_no: number
}

/** The keys of a stored domain. */
export interface StoredKeys extends DomainKeys {
  readonly domain_no: number
}

/** Columns of the keys that do not follow from the domain. */
export const numberColumns = [
  "domain_no",
  "owner_no",
  "combination_no",
  "flags",
  "nameserver_set_no",
  "tag_set_no"
] as const satisfies ReadonlyArray<keyof StoredKeys>
export type KeyNumbers = Pick<StoredKeys, (typeof numberColumns)[number]>

/** Seconds that stand for a date that a domain lacks: before every date, as in the order of lists. */
export const undated = -(2 ** 40)

export const secondsOf = (instant: DateTime.Utc): number => Math.floor(instant.epochMilliseconds / 1000)
const secondsOrUndated = (instant: DateTime.Utc | null): number => instant === null ? undated : secondsOf(instant)

/** The dates of keys as drivers return them: PostgreSQL returns 64-bit numbers as bigints. */
export type RawKeys = Omit<StoredKeys, DateField> & Readonly<Record<DateField, number | bigint>>

export const storedKeys = (raw: RawKeys): StoredKeys => ({
  ...raw,
  created_on: Number(raw.created_on),
  updated_on: Number(raw.updated_on),
  expires_on: Number(raw.expires_on),
  registered_on: Number(raw.registered_on),
  transferred_on: Number(raw.transferred_on)
})

/** The keys of a domain with the given numbers. */
export const keysOf = <N>(domain: Domain, numbers: N) => ({
  domain_id: domain.domain_id,
  name: domain.name,
  sld: domain.sld,
  ...numbers,
  created_on: secondsOf(domain.created_on),
  updated_on: secondsOf(domain.updated_on),
  expires_on: secondsOrUndated(domain.expires_on),
  registered_on: secondsOrUndated(domain.registered_on),
  transferred_on: secondsOrUndated(domain.transferred_on)
})

/** Writes `domain_keys`, the text index of names and the counts with each change of a domain. */
export const domainKeys = (sql: SqlClient.SqlClient) => {
  const dictionary = domainDictionary(sql)
  const counts = domainCounts(sql)

  /** The text index of SQLite; PostgreSQL updates its own with the table. */
  const searched = (statement: () => Effect.Effect<unknown, SqlError.SqlError>) =>
    sql.onDialectOrElse({ pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void, orElse: statement })

  const insert = Effect.fnUntraced(function*(domain_no: number, domain: Domain) {
    const flags = flagsOf(domain, 0)
    const keys = keysOf(domain, { ...yield* dictionary.numbersOf(domain, flags), flags, tag_set_no: 0 })
    yield* sql`INSERT INTO domain_keys ${sql.insert({ domain_no, ...keys })}`
    yield* searched(() => sql`INSERT INTO domain_name_search (rowid, name) VALUES (${domain_no}, ${domain.name})`)
    yield* counts.record([], [keys])
  })

  const update = Effect.fnUntraced(function*({ domain_no, ...before }: StoredKeys, after: DomainKeys) {
    const changes = Object.fromEntries(
      (Object.keys(before) as ReadonlyArray<keyof DomainKeys>)
        .filter((column) => before[column] !== after[column])
        .map((column) => [column, after[column]])
    )
    if (Object.keys(changes).length === 0) return
    yield* sql`UPDATE domain_keys SET ${sql.update(changes)} WHERE domain_no = ${domain_no}`
    yield* counts.record([before], [after])
  })

  const save = Effect.fnUntraced(function*(before: StoredKeys, domain: Domain) {
    const flags = flagsOf(domain, before.flags)
    const numbers = yield* dictionary.numbersOf(domain, flags)
    // Tags belong to an organization: a new owner's domain has none.
    const tag_set_no = before.owner_no === numbers.owner_no ? before.tag_set_no : 0
    yield* update(before, keysOf(domain, { ...numbers, flags, tag_set_no }))
  })

  /** Changes the flags alone, among them the status tags. */
  const setFlags = Effect.fnUntraced(function*(before: StoredKeys, flags: number) {
    const combination_no = yield* dictionary.withFlags(before.combination_no, flags)
    yield* update(before, { ...before, flags, combination_no })
  })

  const remove = Effect.fnUntraced(function*({ domain_no, ...before }: StoredKeys) {
    yield* sql`DELETE FROM domain_keys WHERE domain_no = ${domain_no}`
    yield* searched(() => sql`DELETE FROM domain_name_search WHERE rowid = ${domain_no}`)
    yield* counts.record([before], [])
  })

  return { insert, save, setFlags, remove }
}
