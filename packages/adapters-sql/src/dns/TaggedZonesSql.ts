import { ZoneId } from "@namewright/core/dns"
import type { TaggedObjects } from "@namewright/core/tags"
import { Effect, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { tagAssignments } from "../tags/TagAssignmentsSql.ts"

const isZoneId = Schema.is(ZoneId)

/** A reference in the form of stored names: in lower case, with the final dot. */
const nameOf = (reference: string): string => `${reference.toLowerCase().replace(/\.$/, "")}.`

/** Tags of zones. Zones have no status tags, which describe the state of domains at registries. */
export const make: Effect.Effect<TaggedObjects, never, SqlClient.SqlClient> = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const { forNoKeyUpdate } = dialect(sql)

  return {
    resolve: Effect.fnUntraced(function*(organization, references) {
      const ids = references.filter((reference) => isZoneId(reference))
      const names = references.filter((reference) => !isZoneId(reference)).map(nameOf)
      if (references.length === 0) return new Map()
      const rows = yield* sql<{ readonly dns_zone_id: string; readonly name: string }>`SELECT dns_zone_id, name
        FROM dns_zones WHERE organization_id = ${organization} AND ${
        sql.or([sql.in("dns_zone_id", ids), sql.in("name", names)])
      } ORDER BY displaced_on IS NULL, dns_zone_id ${forNoKeyUpdate}`
      const found = new Map(rows.flatMap(({ dns_zone_id, name }) => [[dns_zone_id, dns_zone_id], [name, dns_zone_id]]))
      return new Map(references.flatMap((reference): ReadonlyArray<readonly [string, string]> => {
        const id = found.get(isZoneId(reference) ? reference : nameOf(reference))
        return id === undefined ? [] : [[reference, id]]
      }))
    }, orDieSql),

    ...tagAssignments(sql, { objects: "dns_zones", id: "dns_zone_id", assignments: "dns_zone_tags" }),

    setStatus: () => Effect.void,
    clearStatus: () => Effect.void
  }
})
