import { ZoneId } from "@namewright/core/dns"
import type { OrganizationId } from "@namewright/core/shared"
import { TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { decodedRows } from "../RowReads.ts"

const zoneTagRows = decodedRows(Schema.Struct({ dns_zone_id: ZoneId, tag_id: TagId }))

/** Tags of zones, in the order of lists. */
export const zoneTags = (sql: SqlClient.SqlClient) => ({
  tagsOf: Effect.fnUntraced(function*(organization: OrganizationId, ids: ReadonlyArray<ZoneId>) {
    if (ids.length === 0) return new Map<ZoneId, ReadonlyArray<TagId>>()
    const rows = yield* zoneTagRows.allOf(sql`SELECT dns_zone_id, tag_id FROM dns_zone_tags
      WHERE organization_id = ${organization} AND ${sql.in("dns_zone_id", ids)} ORDER BY tag_id`)
    const carried = Arr.groupBy(rows, ({ dns_zone_id }) => dns_zone_id)
    return new Map(ids.map((id): [ZoneId, ReadonlyArray<TagId>] => [
      id,
      (carried[id] ?? []).map(({ tag_id }) => tag_id)
    ]))
  })
})
