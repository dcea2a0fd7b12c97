import type { TaggedObjects, TagId } from "@namewright/core/tags"
import { Array as Arr, Effect, Schema } from "effect"
import type { SqlClient } from "effect/sql"
import { IntegerColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows } from "../RowReads.ts"

/** Maximum assignments that one statement adds or removes. */
const assignmentsPerStatement = 50_000

const counts = decodedRows(Schema.Struct({ tag_id: Schema.String, n: IntegerColumn }))

/** Runs a statement that returns a row per changed assignment, for a bounded number of objects at a time. */
const touched = <E>(
  tags: number,
  objects: ReadonlyArray<string>,
  statement: (objects: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<unknown>, E>
) => {
  if (objects.length === 0) return Effect.succeed(0)
  const chunks = Arr.chunksOf(objects, Math.max(1, Math.floor(assignmentsPerStatement / Math.max(1, tags))))
  return Effect.map(
    Effect.forEach(chunks, statement),
    (answers) => answers.reduce((sum, rows) => sum + rows.length, 0)
  )
}

/** Tables of the assignments of one kind of object. */
interface AssignmentTables {
  readonly objects: string
  readonly id: string
  /** Table with the organization, the tag and the object's id. */
  readonly assignments: string
}

/** Assignments of tags in a table with one row each. */
export const tagAssignments = (
  sql: SqlClient.SqlClient,
  tables: AssignmentTables
): Pick<TaggedObjects, "add" | "clear" | "count" | "remove" | "retain"> => {
  const { count } = dialect(sql)
  const [objects, id, assignments] = [sql(tables.objects), sql(tables.id), sql(tables.assignments)]
  const objectId = `${tables.objects}.${tables.id}`

  return {
    add: (organization, tags, ids) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, ids, (chunk) =>
          sql`INSERT INTO ${assignments} (organization_id, tag_id, ${id})
            SELECT tags.organization_id, tags.tag_id, ${sql(objectId)} FROM tags CROSS JOIN ${objects}
            WHERE tags.organization_id = ${organization} AND ${sql.in("tags.tag_id", tags)}
              AND ${objects}.organization_id = ${organization} AND ${sql.in(objectId, chunk)}
            ON CONFLICT DO NOTHING RETURNING 1 AS one`)),

    remove: (organization, tags, ids) =>
      tags.length === 0
        ? Effect.succeed(0)
        : orDieSql(touched(tags.length, ids, (chunk) =>
          sql`DELETE FROM ${assignments} WHERE organization_id = ${organization}
            AND ${sql.in("tag_id", tags)} AND ${sql.in(tables.id, chunk)} RETURNING 1 AS one`)),

    retain: (organization, tags, ids) =>
      orDieSql(
        touched(1, ids, (chunk) =>
          sql`DELETE FROM ${assignments} WHERE organization_id = ${organization} AND ${sql.in(tables.id, chunk)}
          AND ${tags.length === 0 ? sql`TRUE` : sql`NOT ${sql.in("tag_id", tags)}`} RETURNING 1 AS one`)
      ),

    clear: Effect.fnUntraced(function*(organization, tag) {
      yield* sql`DELETE FROM ${assignments} WHERE organization_id = ${organization} AND tag_id = ${tag}`
    }, orDieSql),

    count: Effect.fnUntraced(function*(organization, tags) {
      if (tags.length === 0) return new Map()
      const rows = yield* counts.allOf(
        sql`SELECT tag_id, ${count} AS n FROM ${assignments}
          WHERE organization_id = ${organization} AND ${sql.in("tag_id", tags)} GROUP BY tag_id`
      )
      return new Map(rows.map(({ n, tag_id }) => [tag_id as TagId, n]))
    })
  }
}
