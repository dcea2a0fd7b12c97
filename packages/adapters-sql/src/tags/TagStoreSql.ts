import { offset, Text } from "@namewright/core/shared"
import {
  AssignedTag,
  Tag,
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
import { likeLiteral } from "../Substring.ts"

const TagRow = Schema.Struct({
  ...Struct.omit(Tag.fields, ["object_count"]),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(TagRow.fields).join(", ")

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
    const { count, forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(TagRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(TagRow))
    const decodeAssigned = Schema.decodeUnknownEffect(Schema.Array(AssignedTag))

    const rowOf = (tag: TagRecord) => ({ ...encode(tag), label_folded: Text.foldCase(tag.label) })

    const conditions = (organization: string, { search, tag_types }: TagListFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(tag_types === undefined || tag_types.length === 0 ? [] : [sql.in("type", tag_types)]),
        ...(search === undefined
          ? []
          : [sql`label_folded LIKE ${`%${likeLiteral(Text.foldCase(search))}%`} ESCAPE '\\'`])
      ])

    return TagStore.of({
      insert: (organization_id, tag) =>
        sql`INSERT INTO tags ${sql.insert({ organization_id, ...rowOf(tag) })}`.pipe(labelTaken(tag), Effect.asVoid),

      findMany: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return []
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM tags
          WHERE organization_id = ${organization} AND ${sql.in("tag_id", ids)}`
        return yield* decode(rows)
      }, orDieSql),

      lock: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return []
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM tags
          WHERE organization_id = ${organization} AND ${sql.in("tag_id", ids)} ORDER BY tag_id ${forUpdate}`
        return yield* decode(rows)
      }, orDieSql),

      save: (organization, tag) =>
        sql`UPDATE tags SET ${sql.update(rowOf(tag), ["tag_id"])}
          WHERE organization_id = ${organization} AND tag_id = ${tag.tag_id}`.pipe(labelTaken(tag), Effect.asVoid),

      remove: Effect.fnUntraced(function*(organization, id) {
        yield* sql`DELETE FROM tags WHERE organization_id = ${organization} AND tag_id = ${id}`
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization, filter, { by, order }, page) {
        const where = conditions(organization, filter)
        const direction = sql.literal(order)
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM tags WHERE ${where}
          ORDER BY ${sql(sortColumns[by])} ${direction}, tag_id ${direction}
          LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM tags WHERE ${where}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      describe: Effect.fnUntraced(function*(organization, ids) {
        if (ids.length === 0) return new Map()
        const rows = yield* sql`SELECT tag_id, label, color FROM tags
          WHERE organization_id = ${organization} AND ${sql.in("tag_id", ids)}`
        return new Map((yield* decodeAssigned(rows)).map((tag) => [tag.tag_id, tag]))
      }, orDieSql)
    })
  })
)
