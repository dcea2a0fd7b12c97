import { ApplicantDeclaration, DeclarationSignature, DeclarationStore } from "@namewright/core/domains"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { BooleanColumn, InstantColumn, type InstantValue, json, orDieSql, readInstant } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const { NullOr } = Schema

const DeclarationRow = Schema.Struct({
  ...ApplicantDeclaration.fields,
  is_person: BooleanColumn,
  registration: json(ApplicantDeclaration.fields.registration),
  billing_transaction_ids: json(ApplicantDeclaration.fields.billing_transaction_ids),
  signature: NullOr(json(DeclarationSignature)),
  created_on: InstantColumn,
  updated_on: InstantColumn,
  expires_on: InstantColumn,
  next_action_on: NullOr(InstantColumn)
})

const Change = DeclarationRow.mapFields(({ next_action_on, signature, status, updated_on }) => ({
  next_action_on,
  signature,
  status,
  updated_on
}))

export const layer = Layer.effect(
  DeclarationStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool } = dialect(sql)
    const encode = Schema.encodeSync(DeclarationRow)
    const encodeChange = Schema.encodeSync(Change)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const declarations = rowReads(sql, "applicant_declarations", DeclarationRow)

    return DeclarationStore.of({
      insert: Effect.fnUntraced(function*(declaration) {
        const row = { ...encode(declaration), is_person: bool(declaration.is_person) }
        yield* sql`INSERT INTO applicant_declarations ${sql.insert(row)}`
      }, orDieSql),

      findByDomain: (id) => declarations.first(sql`domain_id = ${id}`),

      findByToken: (token_hash) =>
        declarations.first(sql`declaration_id = (
          SELECT declaration_id FROM applicant_declaration_tokens WHERE token_hash = ${token_hash})`),

      addToken: Effect.fnUntraced(function*(declaration_id, token_hash, now) {
        const row = { token_hash, declaration_id, created_on: encodeInstant(now) }
        yield* sql`INSERT INTO applicant_declaration_tokens ${sql.insert(row)}`
      }, orDieSql),

      tokensOn: Effect.fnUntraced(function*(id, atMost) {
        const rows = yield* sql<{ readonly created_on: InstantValue }>`SELECT created_on
          FROM applicant_declaration_tokens WHERE declaration_id = ${id} ORDER BY created_on DESC LIMIT ${atMost}`
        return rows.map(({ created_on }) => readInstant(created_on))
      }, orDieSql),

      settle: Effect.fnUntraced(function*({ declaration_id, next_action_on, signature, status, updated_on }, from) {
        const change = encodeChange({ next_action_on, signature, status, updated_on })
        const changed = yield* affected(sql`UPDATE applicant_declarations SET ${sql.update(change)}
          WHERE declaration_id = ${declaration_id} AND status = ${from}`)
        return changed > 0
      }, orDieSql),

      postpone: Effect.fnUntraced(function*(id, from, to) {
        const changed = yield* affected(sql`UPDATE applicant_declarations SET next_action_on = ${encodeInstant(to)}
          WHERE declaration_id = ${id} AND status = 'pending' AND next_action_on = ${encodeInstant(from)}`)
        return changed > 0
      }, orDieSql),

      due: (now, limit) =>
        declarations.all(
          sql`status = 'pending' AND next_action_on <= ${encodeInstant(now)}`,
          sql`ORDER BY next_action_on, declaration_id LIMIT ${limit}`
        )
    })
  })
)
