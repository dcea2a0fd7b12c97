import { ZoneId } from "@namewright/core/dns"
import type { TaggedObjects, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

/** Assignments that one statement makes or takes away at most. */
const assignmentsPerStatement = 50_000

const isZoneId = Schema.is(ZoneId)
const decodeCounts = Schema.decodeUnknownEffect(
  Schema.Array(Schema.Struct({ tag_id: Schema.String, n: IntegerColumn }))
)

/** Runs a statement that answers a row for each assignment it touched, over a bounded number of zones each. */
const touched = <E>(
  tags: number,
  zones: ReadonlyArray<string>,
  statement: (zones: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>, E>
) => {
  if (zones.length === 0) return Effect.succeed(0)
  const chunks = Arr.chunksOf(zones, Math.max(1, Math.floor(assignmentsPerStatement / Math.max(1, tags))))
  return Effect.map(
    Effect.forEach(chunks, statement),
    (answers) => answers.reduce((sum, rows) => sum + rows.length, 0)
  )
}

/** A reference as names are stored: in lower case, with the final dot. */
const nameOf = (reference: string): string => `${reference.toLowerCase().replace(/\.$/, "")}.`

/** Which zones carry which tags. Zones have no status tags: those say what is under way at a registry. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { count, forNoKeyUpdate } = dialect(sql)

  return {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const ids = references.filter((reference) => isZoneId(reference))
      const names = references.filter((reference) => !isZoneId(reference)).map(nameOf)
      if (references.length === 0) return new Map()
      const rows = yield* sql<{ readonly dns_zone_id: string; readonly name: string }>`SELECT dns_zone_id, name
        FROM dns_zones WHERE organization_id = ${organization} AND ${
        sql.or([sql.in("dns_zone_id", ids), sql.in("name", names)])
      } ORDER BY dns_zone_id ${forNoKeyUpdate}`
      const found = new Map(rows.flatMap(({ dns_zone_id, name }) => [[dns_zone_id, dns_zone_id], [name, dns_zone_id]]))
      return new Map(references.flatMap((reference): ReadonlyArray<readonly [string, string]> => {
        const id = found.get(isZoneId(reference) ? reference : nameOf(reference))
        return id === undefined ? [] : [[reference, id]]
      }))
    }, orDieSql),

    add: (organization, tags, zones) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, zones, (chunk) =>
          sql`INSERT INTO dns_zone_tags (organization_id, tag_id, dns_zone_id)
            SELECT tags.organization_id, tags.tag_id, dns_zones.dns_zone_id FROM tags CROSS JOIN dns_zones
            WHERE tags.organization_id = ${organization} AND ${sql.in("tags.tag_id", tags)}
              AND dns_zones.organization_id = ${organization} AND ${sql.in("dns_zones.dns_zone_id", chunk)}
            ON CONFLICT DO NOTHING RETURNING 1 AS one`)),

    remove: (organization, tags, zones) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, zones, (chunk) =>
          sql`DELETE FROM dns_zone_tags WHERE organization_id = ${organization}
            AND ${sql.in("tag_id", tags)} AND ${sql.in("dns_zone_id", chunk)} RETURNING 1 AS one`)),

    retain: (organization, tags, zones) =>
      orDieSql(
        touched(1, zones, (chunk) =>
          sql`DELETE FROM dns_zone_tags WHERE organization_id = ${organization} AND ${sql.in("dns_zone_id", chunk)}
          AND ${tags.length === 0 ? sql`TRUE` : sql`NOT ${sql.in("tag_id", tags)}`} RETURNING 1 AS one`)
      ),

    clear: Effect.fnUntraced(function*(organization, tag) {
      yield* sql`DELETE FROM dns_zone_tags WHERE organization_id = ${organization} AND tag_id = ${tag}`
    }, orDieSql),

    count: Effect.fnUntraced(function*(organization, tags) {
      if (tags.length === 0) return new Map()
      const rows = yield* sql`SELECT tag_id, ${count} AS n FROM dns_zone_tags
        WHERE organization_id = ${organization} AND ${sql.in("tag_id", tags)} GROUP BY tag_id`
      return new Map((yield* decodeCounts(rows)).map(({ n, tag_id }) => [tag_id as TagId, n]))
    }, orDieSql),

    setStatus: () => Effect.void,
    clearStatus: () => Effect.void
  }
})
