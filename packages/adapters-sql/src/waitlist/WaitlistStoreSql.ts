import {
  type WaitlistApplicant,
  WaitlistApplication,
  WaitlistProduct,
  type WaitlistProductKey,
  WaitlistStore
} from "@namewright/core/waitlist"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const ApplicationRow = Schema.Struct({
  ...WaitlistApplication.fields,
  applied_on: InstantColumn,
  decided_on: Schema.NullOr(InstantColumn)
})
const KeyRow = Schema.Struct({ product: WaitlistProduct.fields.product })

export const layer = Layer.effect(
  WaitlistStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(ApplicationRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)
    const applications = rowReads(sql, "waitlist_applications", ApplicationRow)
    const products = rowReads(sql, "waitlist_products", WaitlistProduct)
    const keys = decodedRows(KeyRow)

    const one = (user: WaitlistApplicant, product: WaitlistProductKey) =>
      sql`user_id = ${user} AND product = ${product}`

    return WaitlistStore.of({
      putProduct: ({ description, display_name, product }) =>
        sql`INSERT INTO waitlist_products ${sql.insert({ product, display_name, description })}
          ON CONFLICT (product) DO UPDATE SET display_name = excluded.display_name, description = excluded.description`
          .pipe(Effect.asVoid, orDieSql),

      findProduct: (product) => products.first(sql`product = ${product}`),

      products: products.all(sql`TRUE`, sql`ORDER BY product`),

      invite: (organization_id, product, at) =>
        sql`INSERT INTO waitlist_invitations ${
          sql.insert({ organization_id, product, invited_on: encodeInstant(at) })
        } ON CONFLICT (organization_id, product) DO NOTHING`.pipe(Effect.asVoid, orDieSql),

      uninvite: (organization_id, product) =>
        sql`DELETE FROM waitlist_invitations WHERE organization_id = ${organization_id} AND product = ${product}`
          .pipe(Effect.asVoid, orDieSql),

      invited: (organization) =>
        products.all(
          sql`product IN (SELECT product FROM waitlist_invitations WHERE organization_id = ${organization})`,
          sql`ORDER BY product`
        ),

      applicationsOf: (user) => applications.all(sql`user_id = ${user}`, sql`ORDER BY product`),

      granted: (user) =>
        Effect.map(
          keys.allOf(
            sql`SELECT a.product FROM waitlist_applications a JOIN waitlist_invitations i
                ON i.organization_id = a.organization_id AND i.product = a.product
              WHERE a.user_id = ${user} AND a.status = 'granted' ORDER BY a.product`
          ),
          (rows) => rows.map(({ product }) => product)
        ),

      insert: (application) =>
        sql`INSERT INTO waitlist_applications ${
          sql.insert({ ...encode(application) })
        } ON CONFLICT (user_id, product) DO NOTHING RETURNING user_id`.pipe(
          Effect.map((rows) => rows.length > 0),
          orDieSql
        ),

      lock: (user, product) => applications.first(one(user, product), forUpdate),

      decide: (user, product, status, at) =>
        sql`UPDATE waitlist_applications SET ${sql.update({ status, decided_on: encodeInstant(at) })}
          WHERE ${one(user, product)}`.pipe(Effect.asVoid, orDieSql),

      list: (product, { status }, page) =>
        applications.page(
          sql.and([sql`product = ${product}`, ...(status === undefined ? [] : [sql`status = ${status}`])]),
          sql`applied_on, user_id`,
          page
        ),

      removeOf: (user) => sql`DELETE FROM waitlist_applications WHERE user_id = ${user}`.pipe(Effect.asVoid, orDieSql)
    })
  })
)
