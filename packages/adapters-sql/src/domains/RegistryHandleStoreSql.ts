import { ContactId } from "@namewright/core/contacts"
import { type RegistryHandle, RegistryHandleStore } from "@namewright/core/domains"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const HandleRow = Schema.Struct({
  registry: Schema.String,
  contact_id: ContactId,
  attributes: Schema.String,
  handle: Schema.String,
  confirmed: BooleanColumn
})

export const layer = Layer.effect(
  RegistryHandleStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool } = dialect(sql)
    const handles = rowReads(sql, "registry_handles", HandleRow)

    const find = (registry: string, contact: ContactId, attributes: string) =>
      handles.first(sql`registry = ${registry} AND contact_id = ${contact} AND attributes = ${attributes}`)

    return RegistryHandleStore.of({
      find,

      contactOf: (registry, handle) =>
        Effect.map(
          handles.first(sql`registry = ${registry} AND handle = ${handle}`, sql`LIMIT 1`),
          Option.map(({ contact_id }) => contact_id)
        ),

      insert: Effect.fnUntraced(function*(handle: RegistryHandle) {
        const row = { ...handle, confirmed: bool(handle.confirmed) }
        yield* orDieSql(sql`INSERT INTO registry_handles ${sql.insert(row)} ON CONFLICT DO NOTHING`)
        const kept = yield* find(handle.registry, handle.contact_id, handle.attributes)
        return Option.getOrElse(kept, () => handle)
      }),

      confirm: ({ attributes, contact_id, registry }, handle) =>
        Effect.asVoid(orDieSql(
          sql`UPDATE registry_handles SET handle = ${handle}, confirmed = ${bool(true)}
            WHERE registry = ${registry} AND contact_id = ${contact_id} AND attributes = ${attributes}`
        )),

      remove: ({ attributes, contact_id, handle, registry }) =>
        Effect.asVoid(orDieSql(
          sql`DELETE FROM registry_handles WHERE registry = ${registry} AND contact_id = ${contact_id}
            AND attributes = ${attributes} AND handle = ${handle}`
        ))
    })
  })
)
