import { User, UserExists, type UserFilter, UserStore } from "@namewright/core/access"
import { type OrganizationId, Text } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"
import { likeLiteral } from "../Substring.ts"

export const UserRow = Schema.Struct({
  ...User.fields,
  user_attributes: json(User.fields.user_attributes),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

/** Folded columns for lookups and for the search. */
const foldedOf = ({ email, first_name, last_name, username }: User) => {
  const [username_folded, email_folded] = [Text.foldCase(username), Text.foldCase(email)]
  const search_text = [username_folded, email_folded, Text.foldCase(`${first_name} ${last_name}`)].join(" ")
  return { username_folded, email_folded, search_text }
}

const taken = ({ username }: User) => onUniqueViolation(() => new UserExists({ username }))

const sortColumns = { created_on: "created_on", username: "username_folded", email: "email_folded" }

export const layer = Layer.effect(
  UserStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeEffect(UserRow)
    const users = rowReads(sql, "users", UserRow)

    /** Stores the logins of a user, which are unique on the whole platform. */
    const putLogins = Effect.fnUntraced(function*(user: User) {
      const { email_folded, username_folded } = foldedOf(user)
      const logins = Arr.map(
        Arr.dedupe(Arr.make(username_folded, email_folded)),
        (login) => ({ login, user_id: user.user_id })
      )
      yield* sql`INSERT INTO user_logins ${sql.insert(logins)}`
    })

    const among = (organization: OrganizationId, { search }: UserFilter) =>
      sql.and([
        sql`organization_id = ${organization}`,
        ...(search === undefined
          ? []
          : [sql`search_text LIKE ${`%${likeLiteral(Text.foldCase(search))}%`} ESCAPE '\\'`])
      ])

    return UserStore.of({
      // Logins are stored first, because their unique index detects every conflict.
      insert: (user) =>
        Effect.gen(function*() {
          const row = yield* Effect.orDie(encode(user))
          yield* putLogins(user)
          yield* sql`INSERT INTO users ${sql.insert({ ...row, ...foldedOf(user) })}`
        }).pipe(taken(user)),

      find: (organization, id) => users.first(sql`organization_id = ${organization} AND user_id = ${id}`),

      findById: (id) => users.first(sql`user_id = ${id}`),

      list: (organization) => users.all(sql`organization_id = ${organization}`, sql`ORDER BY created_on, user_id`),

      page: (organization, filter, { by, order }, page) =>
        users.page(
          among(organization, filter),
          sql.literal(`${sortColumns[by]} ${order}, user_id ${order}`),
          page
        ),

      update: (user) =>
        Effect.gen(function*() {
          const row = Struct.omit(yield* Effect.orDie(encode(user)), ["created_on", "organization_id", "user_id"])
          yield* sql`DELETE FROM user_logins WHERE user_id = ${user.user_id}`
          yield* putLogins(user)
          yield* sql`UPDATE users SET ${sql.update({ ...row, ...foldedOf(user) })} WHERE user_id = ${user.user_id}`
        }).pipe(taken(user)),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM user_logins WHERE user_id = ${id}`
        yield* sql`DELETE FROM passkeys WHERE user_id = ${id}`
        yield* sql`DELETE FROM users WHERE user_id = ${id}`
      }, orDieSql),

      lock: (id) => users.first(sql`user_id = ${id}`, forUpdate),

      lockAdministrators: (organization) =>
        users.all(
          sql`organization_id = ${organization} AND role IN ('owner', 'admin')`,
          sql`ORDER BY user_id ${forUpdate}`
        )
    })
  })
)
