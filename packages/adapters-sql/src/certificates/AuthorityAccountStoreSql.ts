import { AuthorityAccountStore, StoredAccount } from "@namewright/core/certificates"
import { Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const AccountRow = Schema.Struct({ ...StoredAccount.fields, clear_on: InstantColumn, created_on: InstantColumn })

export const layer = Layer.effect(
  AuthorityAccountStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(AccountRow)
    const accounts = rowReads(sql, "acme_accounts", AccountRow)

    return AuthorityAccountStore.of({
      insert: (account) =>
        sql`INSERT INTO acme_accounts ${sql.insert(encode(account))} ON CONFLICT (authority) DO NOTHING`
          .pipe(Effect.asVoid, orDieSql),

      find: (authority) => accounts.first(sql`authority = ${authority}`),

      lock: (authority) => accounts.first(sql`authority = ${authority}`, forUpdate),

      save: (account) =>
        sql`UPDATE acme_accounts SET ${
          sql.update(encode(account), ["authority"])
        } WHERE authority = ${account.authority}`
          .pipe(Effect.asVoid, orDieSql)
    })
  })
)
