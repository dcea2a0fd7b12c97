import { ContactVerificationStore, StoredVerification } from "@namewright/core/emailverification"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { rowReads } from "../RowReads.ts"

const VerificationRow = Schema.Struct({
  ...StoredVerification.fields,
  created_on: InstantColumn,
  updated_on: InstantColumn,
  verified_on: Schema.NullOr(InstantColumn),
  canceled_on: Schema.NullOr(InstantColumn),
  expires_on: InstantColumn
})

export const layer = Layer.effect(
  ContactVerificationStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeSync(VerificationRow)
    const encodeInstant = Schema.encodeSync(Schema.NullOr(InstantColumn))
    const verifications = rowReads(sql, "contact_verifications", VerificationRow)

    return ContactVerificationStore.of({
      insert: Effect.fnUntraced(function*(verification) {
        yield* sql`INSERT INTO contact_verifications ${sql.insert(encode(verification))}`
      }, orDieSql),

      findOf: (organization, contact) =>
        verifications.first(
          sql`organization_id = ${organization} AND contact_id = ${contact}`,
          sql`ORDER BY CASE WHEN status = 'pending' THEN 0 ELSE 1 END, created_on DESC, contact_verification_id DESC
            LIMIT 1`
        ),

      findByToken: (token_hash) => verifications.first(sql`token_hash = ${token_hash}`),

      settle: Effect.fnUntraced(
        function*({ canceled_on, contact_verification_id, status, updated_on, verified_on }) {
          const changed = yield* affected(sql`UPDATE contact_verifications
            SET status = ${status}, updated_on = ${encodeInstant(updated_on)},
              verified_on = ${encodeInstant(verified_on)}, canceled_on = ${encodeInstant(canceled_on)}
            WHERE contact_verification_id = ${contact_verification_id} AND status = 'pending'`)
          return changed > 0
        },
        orDieSql
      ),

      findVerified: (organization, email) =>
        verifications.first(
          sql`organization_id = ${organization} AND email = ${email} AND status = 'verified'`,
          sql`ORDER BY verified_on DESC LIMIT 1`
        )
    })
  })
)
