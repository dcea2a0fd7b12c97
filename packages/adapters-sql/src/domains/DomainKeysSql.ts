import type { Domain } from "@namewright/core/domains"
import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import { together } from "../together.ts"
import { flagsOf, stateOf } from "./DomainCodes.ts"
import { domainDictionary, type DomainNumbers, hostnameSet } from "./DomainDictionarySql.ts"
import { type DomainKeys, keysOf, type StoredKeys } from "./DomainKeys.ts"
import { domainCounts, type Writes } from "./list/DomainCountsSql.ts"

/**
 * Writes `domain_keys` and the counts with each change of a domain. The text index of names follows `domain_keys` by itself,
 * on SQLite by triggers.
 */
export const domainKeys = (sql: SqlClient.SqlClient) => {
  const dictionary = domainDictionary(sql)
  const counts = domainCounts(sql)

  const insert = Effect.fnUntraced(function*(domain_no: number, domain: Domain) {
    const flags = flagsOf(domain, 0)
    const keys = keysOf(domain, { ...yield* dictionary.numbersOf(domain, flags), flags, tag_set_no: 0 })
    yield* together(sql, [
      sql`INSERT INTO domain_keys ${sql.insert({ domain_no, ...keys })}`,
      ...counts.changes([], [keys])
    ])
  })

  /** As `insert`, for new domains with status tags. Values that several of them share are looked up once. */
  const insertAll = Effect.fnUntraced(
    function*(made: ReadonlyArray<{ readonly domain_no: number; readonly domain: Domain }>, tags: number) {
      const numbers = new Map<string, DomainNumbers>()
      const rows: Array<StoredKeys> = []
      for (const { domain, domain_no } of made) {
        const flags = flagsOf(domain, tags)
        const shared = [
          domain.organization_id,
          domain.tld,
          stateOf(domain),
          flags,
          domain.registrar_credential_id,
          hostnameSet(domain.nameservers)
        ].join("\n")
        const known = numbers.get(shared) ?? (yield* dictionary.numbersOf(domain, flags))
        numbers.set(shared, known)
        rows.push({ domain_no, ...keysOf(domain, { ...known, flags, tag_set_no: 0 }) })
      }
      if (!Arr.isReadonlyArrayNonEmpty(rows)) return
      yield* together(sql, [
        sql`INSERT INTO domain_keys ${sql.insert(Arr.map(rows, (row) => ({ ...row })))}`,
        ...counts.changes([], rows)
      ])
    }
  )

  /** As `remove`, for many domains. */
  const removeAll = Effect.fnUntraced(function*(rows: ReadonlyArray<StoredKeys>) {
    if (rows.length === 0) return
    const numbers = rows.map(({ domain_no }) => domain_no)
    yield* together(sql, [
      sql`DELETE FROM domain_keys WHERE ${sql.in("domain_no", numbers)}`,
      ...counts.changes(rows, [])
    ])
  })

  const changed = ({ domain_no, ...before }: StoredKeys, after: DomainKeys): Writes => {
    const changes = Object.fromEntries(
      (Object.keys(before) as ReadonlyArray<keyof DomainKeys>)
        .filter((column) => before[column] !== after[column])
        .map((column) => [column, after[column]])
    )
    if (Object.keys(changes).length === 0) return []
    return [
      sql`UPDATE domain_keys SET ${sql.update(changes)} WHERE domain_no = ${domain_no}`,
      ...counts.changes([before], [after])
    ]
  }

  /** Writes after a change of the domain. */
  const changes = Effect.fnUntraced(function*(before: StoredKeys, domain: Domain) {
    const flags = flagsOf(domain, before.flags)
    const numbers = yield* dictionary.numbersOf(domain, flags)
    // Tags belong to an organization, so a domain with a new owner has none.
    const tag_set_no = before.owner_no === numbers.owner_no ? before.tag_set_no : 0
    return changed(before, keysOf(domain, { ...numbers, flags, tag_set_no }))
  })

  /** Changes only the flags, which include the status tags. */
  const setFlags = Effect.fnUntraced(function*(before: StoredKeys, flags: number) {
    const combination_no = yield* dictionary.withFlags(before.combination_no, flags)
    yield* together(sql, changed(before, { ...before, flags, combination_no }))
  })

  const remove = Effect.fnUntraced(function*({ domain_no, ...before }: StoredKeys) {
    yield* together(sql, [
      sql`DELETE FROM domain_keys WHERE domain_no = ${domain_no}`,
      ...counts.changes([before], [])
    ])
  })

  return { insert, insertAll, changes, setFlags, remove, removeAll }
}
