import { RegistrarCredential, RegistrarCredentialStore } from "@namewright/core/registrars"
import { DateTime, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"
import { transactionLock } from "../transactionLock.ts"

const CredentialRow = Schema.Struct({
  ...RegistrarCredential.fields,
  secrets: Schema.String,
  generation: Schema.Int,
  next_sync_on: Schema.NullOr(InstantColumn),
  last_synced_on: Schema.NullOr(InstantColumn),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const { name, registrar, registrar_credential_id } = RegistrarCredential.fields
const DescribedRow = Schema.Struct({ registrar_credential_id, name, registrar })

export const layer = Layer.effect(
  RegistrarCredentialStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate, skipLocked, texts } = dialect(sql)
    const lockKey = transactionLock(sql)
    const encode = Schema.encodeSync(CredentialRow)
    const credentials = rowReads(sql, "registrar_credentials", CredentialRow)
    const described = decodedRows(DescribedRow)

    return RegistrarCredentialStore.of({
      insert: Effect.fnUntraced(function*(credential) {
        yield* sql`INSERT INTO registrar_credentials ${sql.insert(encode(credential))}`
      }, orDieSql),

      lockCreation: (organization) => lockKey(`registrar credentials ${organization}`),

      count: (organization) => credentials.count(sql`organization_id = ${organization}`),

      find: (organization, id) =>
        credentials.first(sql`organization_id = ${organization} AND registrar_credential_id = ${id}`),

      lock: (id) => credentials.first(sql`registrar_credential_id = ${id}`, forUpdate),

      list: (organization, filter, page) =>
        credentials.page(
          sql.and([
            sql`organization_id = ${organization}`,
            ...(filter.registrar === undefined || filter.registrar.length === 0
              ? []
              : [sql.in("registrar", filter.registrar)])
          ]),
          sql`registrar_credential_id`,
          page
        ),

      save: Effect.fnUntraced(function*(credential) {
        yield* sql`UPDATE registrar_credentials SET ${sql.update(encode(credential), ["registrar_credential_id"])}
          WHERE registrar_credential_id = ${credential.registrar_credential_id}`
      }, orDieSql),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM registrar_missing_domains WHERE registrar_credential_id = ${id}`
        yield* sql`DELETE FROM registrar_credentials WHERE registrar_credential_id = ${id}`
      }, orDieSql),

      described: (ids) =>
        described.allOf(
          sql`SELECT registrar_credential_id, name, registrar FROM registrar_credentials
            WHERE registrar_credential_id IN ${texts(ids)}`
        ),

      claimDue: (now, limit) =>
        credentials.all(
          sql`next_sync_on IS NOT NULL AND next_sync_on <= ${DateTime.formatIso(now)}`,
          sql`ORDER BY next_sync_on, registrar_credential_id LIMIT ${limit} ${skipLocked}`
        )
    })
  })
)
