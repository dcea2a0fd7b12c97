import { DnsName, ZoneId, ZonePublication, ZonePublicationStore, type ZoneSerial } from "@namewright/core/dns"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, type InstantValue, IntegerColumn, orDieSql, readInstant } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { recordset } from "../Recordset.ts"
import { decodedRows } from "../RowReads.ts"
import { announcement } from "./announcement.ts"
import { dueOutsideLease } from "./publicationLease.ts"

const at = Schema.encodeSync(InstantColumn)

const PublicationRow = Schema.Struct({
  ...ZonePublication.fields,
  serial_wanted: Schema.NullOr(IntegerColumn),
  serial_served: Schema.NullOr(IntegerColumn),
  wanted_on: InstantColumn,
  served_on: Schema.NullOr(InstantColumn),
  next_attempt_on: Schema.NullOr(InstantColumn)
})

const ClaimedRow = Schema.Struct({
  dns_zone_id: ZoneId,
  name: DnsName.DnsName,
  serial: Schema.NullOr(IntegerColumn),
  attempts: Schema.Int
})

const SerialRow = Schema.Struct({ dns_zone_id: ZoneId, name: DnsName.DnsName, serial: IntegerColumn })

interface StaleRow extends Pick<ZoneSerial, "dns_zone_id" | "name"> {
  readonly serial: number
}

interface NameserverRow {
  readonly registered_on: InstantValue
  readonly fill_round: number
  readonly filled_to: string
}

/** Number of passes over all zones for a new nameserver. */
const fillRounds = 2

export const layer = Layer.effect(
  ZonePublicationStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { count, exact, false: isFalse, forUpdate, notBegun, rowsOf, skipLocked, texts, true: isTrue } = dialect(sql)
    const publications = decodedRows(PublicationRow)
    const claimed = decodedRows(ClaimedRow)
    const serials = decodedRows(SerialRow)

    const zonesAfter = (after: string, atMost: number) =>
      serials.allOf(
        sql`SELECT page.dns_zone_id, page.name, s.serial
        FROM (SELECT dns_zone_id, name FROM dns_zones WHERE is_served = ${isTrue} AND name > ${after}
          ORDER BY name LIMIT ${atMost}) page
        JOIN dns_zone_states s ON s.dns_zone_id = page.dns_zone_id
        ORDER BY page.name`
      )

    /** Inserts publications of a nameserver; existing rows are newer and stay. */
    const ask = (nameserver: number, zones: ReadonlyArray<ZoneSerial>, now: DateTime.Utc) =>
      sql`INSERT INTO dns_publications
          (zone_name, nameserver_no, dns_zone_id, serial_wanted, wanted_on, behind_since, due_on, attempts)
        SELECT x.name, ${nameserver}, x.dns_zone_id, x.serial, ${at(now)}, ${at(now)}, ${at(now)}, 0
        FROM ${
        recordset(sql, { name: "key", dns_zone_id: "key", serial: "bigint" }, zones.map((zone) => ({ ...zone })))
      }
        WHERE true
        ON CONFLICT (zone_name, nameserver_no) DO NOTHING`

    /**
     * Inserts removals of zones between two names that are not served: a transaction that ended their service may not
     * have seen the nameserver. Rows that were written meanwhile are newer and stay.
     */
    const sweep = Effect.fnUntraced(
      function*(nameserver: number, after: string, to: string | undefined, now: DateTime.Utc) {
        const stale = yield* sql<StaleRow>`SELECT p.zone_name AS name, p.dns_zone_id, ${
          exact("p.serial_wanted")
        } AS serial
        FROM dns_publications p LEFT JOIN dns_zones z ON z.dns_zone_id = p.dns_zone_id AND z.is_served = ${isTrue}
        WHERE p.nameserver_no = ${nameserver} AND p.zone_name > ${after}${
          to === undefined ? sql`` : sql` AND p.zone_name <= ${to}`
        } AND p.serial_wanted IS NOT NULL AND z.dns_zone_id IS NULL`
        for (const { dns_zone_id, name, serial } of stale) {
          yield* sql`UPDATE dns_publications SET serial_wanted = NULL, wanted_on = ${at(now)},
            behind_since = COALESCE(behind_since, ${at(now)}), due_on = ${dueOutsideLease(sql, sql`${at(now)}`)}
          WHERE zone_name = ${name} AND nameserver_no = ${nameserver} AND dns_zone_id = ${dns_zone_id}
            AND serial_wanted = ${serial}`
        }
      }
    )

    return ZonePublicationStore.of({
      register: Effect.fnUntraced(function*(nameserver, now) {
        const rows = yield* sql<{ readonly nameserver_no: number }>`INSERT INTO dns_nameservers
            (nameserver, registered_on, seen_on, fill_round, filled_to)
          VALUES (${nameserver}, ${at(now)}, ${at(now)}, 0, '')
          ON CONFLICT (nameserver) DO UPDATE SET seen_on = excluded.seen_on
          RETURNING nameserver_no`
        const [row] = rows
        return row === undefined
          ? yield* Effect.die(new Error(`No number for nameserver ${nameserver}`))
          : row.nameserver_no
      }, orDieSql),

      fill: Effect.fnUntraced(function*(nameserver, atMost, now, registeredBefore) {
        const [row] = yield* sql<NameserverRow>`SELECT registered_on, fill_round, filled_to FROM dns_nameservers
          WHERE nameserver_no = ${nameserver} AND fill_round < ${fillRounds} ${forUpdate}`
        if (row === undefined) return false
        const isEarly = row.fill_round > 0 && DateTime.isGreaterThan(readInstant(row.registered_on), registeredBefore)
        if (isEarly) return false
        const zones = yield* zonesAfter(row.filled_to, atMost)
        if (zones.length > 0) yield* ask(nameserver, zones, now)
        const last = zones.length < atMost ? undefined : zones.at(-1)?.name
        if (row.fill_round > 0) yield* sweep(nameserver, row.filled_to, last, now)
        yield* sql`UPDATE dns_nameservers
          SET filled_to = ${last ?? ""}, fill_round = fill_round + ${last === undefined ? 1 : 0}
          WHERE nameserver_no = ${nameserver}`
        return last !== undefined
      }, orDieSql),

      announce: Effect.fnUntraced(function*(zones, now) {
        yield* announcement(sql, zones, now)
      }, orDieSql),

      ofZone: ({ dns_zone_id, name }, seenSince) =>
        publications.allOf(
          sql`SELECT n.nameserver, p.serial_wanted, p.serial_served, p.wanted_on, p.served_on, p.attempts,
            p.due_on AS next_attempt_on, p.problem
          FROM dns_publications p JOIN dns_nameservers n ON n.nameserver_no = p.nameserver_no
          WHERE p.zone_name = ${name} AND p.dns_zone_id = ${dns_zone_id} AND n.seen_on >= ${at(seenSince)}
          ORDER BY n.nameserver`
        ),

      claim: (nameserver, process, atMost, { now, until }) => {
        const due = sql`FROM dns_publications WHERE nameserver_no = ${nameserver} AND due_on <= ${at(now)}
          ORDER BY due_on LIMIT ${atMost} ${skipLocked}`
        return claimed.allOf(sql`UPDATE dns_publications
          SET due_on = ${at(until)}, attempts = attempts + 1, process_id = ${process}
          WHERE ${rowsOf(due)} RETURNING dns_zone_id, zone_name AS name, serial_wanted AS serial, attempts`)
      },

      recordOutcomes: Effect.fnUntraced(function*(nameserver, { process_id, until }, outcomes, now) {
        if (outcomes.length === 0) return false
        const rows = recordset(
          sql,
          { name: "key", wanted: "bigint", served: "bigint", is_reported: "integer", problem: "text", next: "instant" },
          outcomes.map(({ name, next_attempt_on, problem, served, wanted }) => ({
            name,
            wanted,
            served,
            is_reported: served === undefined ? 0 : 1,
            problem,
            next: DateTime.formatIso(next_attempt_on)
          }))
        )
        // A row with a newer wanted serial is due at once, unless that serial is served already.
        const same = sql`p.serial_wanted IS NOT DISTINCT FROM x.wanted`
        const done = sql`(x.problem IS NULL AND (${same} OR COALESCE(x.served >= p.serial_wanted, ${isFalse})))`
        const ended = yield* sql<{ readonly due_on: InstantValue | null }>`UPDATE dns_publications AS p SET
            serial_served = CASE WHEN x.is_reported = 1 THEN x.served ELSE p.serial_served END,
            served_on = CASE WHEN x.problem IS NULL THEN ${at(now)} ELSE p.served_on END,
            problem = x.problem,
            attempts = CASE WHEN x.problem IS NULL THEN 0 ELSE p.attempts END,
            behind_since = CASE WHEN ${done} THEN NULL ELSE p.behind_since END,
            due_on = CASE WHEN ${done} THEN NULL WHEN ${same} THEN x.next ELSE ${at(now)} END,
            process_id = NULL
          FROM ${rows}
          WHERE p.zone_name = x.name AND ${notBegun("p.nameserver_no")} = ${nameserver} AND p.process_id = ${process_id}
            AND p.due_on = ${at(until)}
          RETURNING due_on`
        const isDue = ended.some(({ due_on }) => due_on !== null && Instant.hasPassed(readInstant(due_on), now))
        const removals = outcomes.filter(({ wanted }) => wanted === null).map(({ name }) => name)
        if (removals.length === 0) return isDue
        yield* sql`DELETE FROM dns_publications
          WHERE nameserver_no = ${nameserver} AND zone_name IN ${texts(removals)}
            AND due_on IS NULL AND serial_wanted IS NULL`
        return isDue
      }, orDieSql),

      releaseEnded: Effect.fnUntraced(function*(now, until) {
        yield* sql`UPDATE dns_publications SET due_on = ${at(now)}
          WHERE (zone_name, nameserver_no) IN (
            SELECT p.zone_name, p.nameserver_no FROM dns_nameservers n
            JOIN dns_publications p ON p.nameserver_no = n.nameserver_no
            WHERE p.due_on > ${at(now)} AND p.due_on <= ${at(until)} AND p.process_id IS NOT NULL
              AND NOT EXISTS (SELECT 1 FROM processes o WHERE o.process_id = p.process_id))`
      }, orDieSql),

      lag: Effect.fnUntraced(function*(nameserver) {
        const [row] = yield* sql<{ readonly pending: number; readonly since: InstantValue | null }>`
          SELECT ${count} AS pending, MIN(behind_since) AS since FROM dns_publications
          WHERE nameserver_no = ${nameserver} AND due_on IS NOT NULL`
        return {
          pending: row?.pending ?? 0,
          behind_since: Option.map(Option.fromNullOr(row?.since ?? null), readInstant)
        }
      }, orDieSql),

      forget: Effect.fnUntraced(function*(seenBefore, atMost) {
        const removed = yield* sql`DELETE FROM dns_publications WHERE (zone_name, nameserver_no) IN (
          SELECT p.zone_name, p.nameserver_no FROM dns_nameservers n
          JOIN dns_publications p ON p.nameserver_no = n.nameserver_no
          WHERE n.seen_on < ${at(seenBefore)} LIMIT ${atMost}) RETURNING zone_name`
        if (removed.length === atMost) return true
        yield* sql`DELETE FROM dns_nameservers WHERE seen_on < ${at(seenBefore)}`
        return false
      }, orDieSql),

      zonesAfter: (after, atMost) => zonesAfter(after ?? "", atMost)
    })
  })
)
