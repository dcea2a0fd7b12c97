import { ContactId } from "@namewright/core/contacts"
import { type RegistryHandle, RegistryHandleStore } from "@namewright/core/domains"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { BooleanColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"

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
    const decode = Schema.decodeUnknownEffect(Schema.Array(HandleRow))

    const find = Effect.fnUntraced(function*(registry: string, contact: ContactId, attributes: string) {
      const rows = yield* sql`SELECT registry, contact_id, attributes, handle, confirmed FROM registry_handles
        WHERE registry = ${registry} AND contact_id = ${contact} AND attributes = ${attributes}`
      return Option.fromNullishOr((yield* decode(rows))[0])
    }, orDieSql)

    return RegistryHandleStore.of({
      find,

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
        ))
    })
  })
)
