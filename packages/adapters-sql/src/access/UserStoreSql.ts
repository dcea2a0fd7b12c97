import { User, UserExists, UserStore } from "@namewright/core/access"
import { Text } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"

const UserRow = Schema.Struct({
  ...User.fields,
  user_attributes: json(User.fields.user_attributes),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(UserRow.fields).join(", ")

export const layer = Layer.effect(
  UserStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const encode = Schema.encodeEffect(UserRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(UserRow))

    return UserStore.of({
      insert: Effect.fnUntraced(function*(user) {
        const { email, username } = user
        const row = yield* Effect.orDie(encode(user))
        const folded = { username_folded: Text.foldCase(username), email_folded: Text.foldCase(email) }
        yield* onUniqueViolation(() => new UserExists({ username }))(
          sql`INSERT INTO users ${sql.insert({ ...row, ...folded })}`
        )
      }),

      find: Effect.fnUntraced(function*(organization, id) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM users
          WHERE organization_id = ${organization} AND user_id = ${id}`
        return Option.fromUndefinedOr((yield* decode(rows))[0])
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM users
          WHERE organization_id = ${organization} ORDER BY created_on, user_id`
        return yield* decode(rows)
      }, orDieSql)
    })
  })
)
