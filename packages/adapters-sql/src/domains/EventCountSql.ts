import { type Measure, measureOf, oncePerDay } from "@namewright/core/domains"
import type { Event, EventKind } from "@namewright/core/events"
import type { OrganizationId } from "@namewright/core/shared"
import { DateTime } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { dialect } from "../Dialect.ts"

/** Columns of `domain_statistics` by measure. */
export const measureColumns: Readonly<Record<Measure, string>> = {
  create: "created",
  transfer: "transferred",
  delete: "deleted",
  transfer_out: "transferred_out",
  renew: "renewed",
  restore: "restored"
}

/** Values of `scope`: rows of all TLDs, whose `tld` is empty, and rows of one. Stored, so they never change. */
export const scopes = { all: 0, tld: 1 } as const

/** An event that the statistics count. */
export interface CountedEvent {
  readonly organization_id: OrganizationId
  readonly event: Pick<Event, "object_id" | "created_on">
  readonly kind: EventKind
  readonly counted_tld: string
}

/**
 * Write that counts an event, to be sent in one statement with its insert; none on SQLite, where a trigger of `events`
 * counts.
 */
export const eventCount = (
  sql: SqlClient.SqlClient,
  { counted_tld, event, kind, organization_id }: CountedEvent
): ReadonlyArray<Statement.Statement<unknown>> => {
  const { isPostgres, shard } = dialect(sql)
  const measure = measureOf(kind)
  if (!isPostgres || measure === undefined) return []
  const column = sql.literal(measureColumns[measure])
  const day = DateTime.startOf(event.created_on, "day")
  // The domain's row is locked, so its other renewals and restores of the day are committed and seen.
  const isFirst = oncePerDay.has(measure)
    ? sql`WHERE NOT EXISTS (SELECT 1 FROM events e WHERE e.organization_id = ${organization_id}
        AND e.object_id = ${event.object_id} AND e.kind = ${kind} AND e.counted_tld IS NOT NULL
        AND e.created_on >= ${DateTime.formatIso(day)} AND e.created_on < ${
      DateTime.formatIso(
        DateTime.add(day, { days: 1 })
      )
    })`
    : sql``
  return [
    sql`INSERT INTO domain_statistics (organization_id, scope, day, tld, shard, ${column})
      SELECT ${organization_id}, p.scope, ${DateTime.formatIsoDateUtc(day)}, p.tld, ${shard}, 1
      FROM (VALUES (${sql.literal(String(scopes.all))}, ''), (${
      sql.literal(String(scopes.tld))
    }, ${counted_tld})) AS p (scope, tld)
      ${isFirst}
      ON CONFLICT (organization_id, scope, day, tld, shard) DO UPDATE SET ${column} = domain_statistics.${column} + 1`
  ]
}
