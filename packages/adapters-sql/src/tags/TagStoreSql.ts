import { Text } from "@namewright/core/shared"
import {
  AssignedTag,
  Tag,
  type TagId,
  TagLabelAlreadyExists,
  type TagListFilter,
  type TagRecord,
  type TagSortField,
  TagStore
} from "@namewright/core/tags"
import { Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { likeLiteral } from "../Substring.ts"

const TagRow = Schema.Struct({
  ...Struct.omit(Tag.fields, ["object_count"]),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const sortColumns: Record<TagSortField, string> = {
  label: "label_folded",
  created_on: "created_on",
  updated_on: "updated_on"
}

const labelTaken = ({ label }: TagRecord) => onUniqueViolation(() => new TagLabelAlreadyExists({ label }))

export const layer = Layer.effect(
  TagStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(TagRow)
    const tags = rowReads(sql, "tags", TagRow)
    const assigned = decodedRows(AssignedTag)

    const owned = (organization: string, ids: ReadonlyArray<TagId>) =>
      sql`organization_id = ${organization} AND ${sql.in("tag_id", ids)}`

    const rowOf = (tag: TagRecord) => ({ ...encode(tag), label_folded: Text.foldCase(tag.label) })

    const conditions = (organization: string, { search, tag_types, within }: TagListFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(tag_types === undefined || tag_types.length === 0 ? [] : [sql.in("type", tag_types)]),
        ...(within === undefined ? [] : [within.length === 0 ? sql`1 = 0` : sql.in("tag_id", within)]),
        ...(search === undefined
          ? []
          : [sql`label_folded LIKE ${`%${likeLiteral(Text.foldCase(search))}%`} ESCAPE '\\'`])
      ])

    return TagStore.of({
      insert: (organization_id, tag) =>
        sql`INSERT INTO tags ${sql.insert({ organization_id, ...rowOf(tag) })}`.pipe(labelTaken(tag), Effect.asVoid),

      findMany: (organization, ids) => ids.length === 0 ? Effect.succeed([]) : tags.all(owned(organization, ids)),

      lock: (organization, ids) =>
        ids.length === 0
          ? Effect.succeed([])
          : tags.all(owned(organization, ids), sql`ORDER BY tag_id ${forUpdate}`),

      save: (organization, tag) =>
        sql`UPDATE tags SET ${sql.update(rowOf(tag), ["tag_id"])}
          WHERE organization_id = ${organization} AND tag_id = ${tag.tag_id}`.pipe(labelTaken(tag), Effect.asVoid),

      remove: Effect.fnUntraced(function*(organization, id) {
        yield* sql`DELETE FROM tags WHERE organization_id = ${organization} AND tag_id = ${id}`
      }, orDieSql),

      list: (organization, filter, { by, order }, page) => {
        const direction = sql.literal(order)
        const ordering = sql`${sql(sortColumns[by])} ${direction}, tag_id ${direction}`
        return tags.page(conditions(organization, filter), ordering, page)
      },

      describe: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return new Map()
        const rows = yield* assigned.allOf(sql`SELECT tag_id, label, color FROM tags WHERE ${owned(organization, ids)}`)
        return new Map(rows.map((tag) => [tag.tag_id, tag]))
      })
    })
  })
)
