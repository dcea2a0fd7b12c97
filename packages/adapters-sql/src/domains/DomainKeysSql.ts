import type { Domain } from "@namewright/core/domains"
import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { flagsOf } from "./DomainCodes.ts"
import { domainDictionary } from "./DomainDictionarySql.ts"
import { type DomainKeys, keysOf, type StoredKeys } from "./DomainKeys.ts"
import { domainCounts } from "./list/DomainCountsSql.ts"

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
