import { User, UserExists, type UserFilter, UserStore } from "@namewright/core/access"
import { offset, type OrganizationId, Text } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, onUniqueViolation, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { likeLiteral } from "../Substring.ts"

export const UserRow = Schema.Struct({
  ...User.fields,
  user_attributes: json(User.fields.user_attributes),
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const columns = Object.keys(UserRow.fields).join(", ")

/** What is looked up and searched, in the form in which text is compared. */
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
    const { count, forUpdate } = dialect(sql)
    const encode = Schema.encodeEffect(UserRow)
    const decode = Schema.decodeUnknownEffect(Schema.Array(UserRow))
    const first = (rows: unknown) => Effect.map(decode(rows), (found) => Option.fromUndefinedOr(found[0]))

    /** The names by which a person signs in; each is one person's on the whole platform. */
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
      // The names come first: they fail for everything that is taken.
      insert: (user) =>
        Effect.gen(function*() {
          const row = yield* Effect.orDie(encode(user))
          yield* putLogins(user)
          yield* sql`INSERT INTO users ${sql.insert({ ...row, ...foldedOf(user) })}`
        }).pipe(taken(user)),

      find: Effect.fnUntraced(function*(organization, id) {
        return yield* first(
          yield* sql`SELECT ${sql.literal(columns)} FROM users
            WHERE organization_id = ${organization} AND user_id = ${id}`
        )
      }, orDieSql),

      findById: Effect.fnUntraced(function*(id) {
        return yield* first(yield* sql`SELECT ${sql.literal(columns)} FROM users WHERE user_id = ${id}`)
      }, orDieSql),

      list: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM users
          WHERE organization_id = ${organization} ORDER BY created_on, user_id`
        return yield* decode(rows)
      }, orDieSql),

      page: Effect.fnUntraced(function*(organization, filter, { by, order }, page) {
        const where = among(organization, filter)
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM users WHERE ${where}
          ORDER BY ${sql.literal(`${sortColumns[by]} ${order}, user_id ${order}`)}
          LIMIT ${page.page_size} OFFSET ${offset(page)}`
        const [total] = yield* sql<{ readonly n: number }>`SELECT ${count} AS n FROM users WHERE ${where}`
        return { items: yield* decode(rows), total: total?.n ?? 0, ...page }
      }, orDieSql),

      update: (user) =>
        Effect.gen(function*() {
          const row = Struct.omit(yield* Effect.orDie(encode(user)), ["created_on", "organization_id", "user_id"])
          yield* sql`DELETE FROM user_logins WHERE user_id = ${user.user_id}`
          yield* putLogins(user)
          yield* sql`UPDATE users SET ${sql.update({ ...row, ...foldedOf(user) })} WHERE user_id = ${user.user_id}`
        }).pipe(taken(user)),

      remove: Effect.fnUntraced(function*(id) {
        yield* sql`DELETE FROM user_logins WHERE user_id = ${id}`
        yield* sql`DELETE FROM users WHERE user_id = ${id}`
      }, orDieSql),

      lock: Effect.fnUntraced(function*(id) {
        return yield* first(yield* sql`SELECT ${sql.literal(columns)} FROM users WHERE user_id = ${id} ${forUpdate}`)
      }, orDieSql),

      lockAdministrators: Effect.fnUntraced(function*(organization) {
        const rows = yield* sql`SELECT ${sql.literal(columns)} FROM users
          WHERE organization_id = ${organization} AND role IN ('owner', 'admin') ORDER BY user_id ${forUpdate}`
        return yield* decode(rows)
      }, orDieSql)
    })
  })
)
