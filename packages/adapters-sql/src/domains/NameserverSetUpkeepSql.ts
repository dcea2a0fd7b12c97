import { Instant } from "@namewright/core/shared"
import { DateTime, Duration, Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Maximum nameserver sets of one round. */
const perRound = 1000

/**
 * Time from the retirement of a set to its removal. Processes cache the number of a set for 10 minutes, and no
 * transaction lasts longer than a minute.
 */
const retirement = Duration.hours(1)

/** Removes nameserver sets without domains: a set is retired first, and removed an hour later. */
export const nameserverSetUpkeep = (sql: SqlClient.SqlClient) => {
  const { forUpdate } = dialect(sql)
  /** Cursor: number of the last set that the retirement has examined. */
  let cursor = 0

  const retire = Effect.gen(function*() {
    const page = yield* sql<{ readonly no: number }>`SELECT nameserver_set_no AS no FROM domain_nameserver_sets
      WHERE nameserver_set_no > ${cursor} ORDER BY nameserver_set_no LIMIT ${perRound}`
    const last = page.at(-1)?.no
    if (last !== undefined) {
      const now = DateTime.formatIso(yield* Instant.now)
      yield* sql`UPDATE domain_nameserver_sets SET retired_on = ${now}
        WHERE nameserver_set_no > ${cursor} AND nameserver_set_no <= ${last} AND retired_on IS NULL
          AND NOT EXISTS (SELECT 1 FROM domain_keys k WHERE k.nameserver_set_no = domain_nameserver_sets.nameserver_set_no)`
    }
    cursor = last !== undefined && page.length === perRound ? last : 0
    return cursor > 0
  })

  /** Removes retired sets. A set that has domains again, through the cache of a process, is kept. */
  const remove = Effect.gen(function*() {
    const before = DateTime.formatIso(DateTime.subtractDuration(yield* Instant.now, retirement))
    const due = yield* sql<
      { readonly no: number; readonly hostnames: string }
    >`SELECT nameserver_set_no AS no, hostnames
      FROM domain_nameserver_sets WHERE retired_on <= ${before} ORDER BY retired_on LIMIT ${perRound} ${forUpdate}`
    if (due.length === 0) return false
    const numbers = due.map(({ no }) => no)
    yield* sql`UPDATE domain_nameserver_sets SET retired_on = NULL WHERE ${sql.in("nameserver_set_no", numbers)}
      AND EXISTS (SELECT 1 FROM domain_keys k WHERE k.nameserver_set_no = domain_nameserver_sets.nameserver_set_no)`
    const removed = yield* sql<{ readonly no: number }>`DELETE FROM domain_nameserver_sets
      WHERE ${sql.in("nameserver_set_no", numbers)} AND retired_on IS NOT NULL RETURNING nameserver_set_no AS no`
    const removedNumbers = new Set(removed.map(({ no }) => no))
    yield* removeTexts(due.filter(({ no }) => removedNumbers.has(no)))
    return due.length === perRound
  })

  /** Removes sets from the text index of SQLite, which has no content and needs the removed text. */
  const removeTexts = (sets: ReadonlyArray<{ readonly no: number; readonly hostnames: string }>) =>
    sql.onDialectOrElse({
      pg: (): Effect.Effect<unknown, SqlError.SqlError> => Effect.void,
      orElse: () =>
        Effect.forEach(
          sets,
          ({ hostnames, no }) =>
            sql`INSERT INTO domain_nameserver_search (domain_nameserver_search, rowid, hostnames)
            VALUES ('delete', ${no}, ${hostnames})`,
          { discard: true }
        )
    })

  return {
    /** Runs one round. True if there is more to do. */
    removeUnusedNameserverSets: Effect.gen(function*() {
      const isRetiring = yield* retire
      const isRemoving = yield* remove
      return isRetiring || isRemoving
    })
  }
}
