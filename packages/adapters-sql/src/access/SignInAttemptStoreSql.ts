import { SignInAttemptStore } from "@namewright/core/access"
import { Array as Arr, Effect, Layer, Order, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { affected } from "../Affected.ts"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { decodedRows } from "../RowReads.ts"

const CountRow = Schema.Struct({ subject: Schema.String, attempts: Schema.Int, expires_on: InstantColumn })

export const layer = Layer.effect(
  SignInAttemptStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const counts = decodedRows(CountRow)
    const encodeInstant = Schema.encodeSync(InstantColumn)

    return SignInAttemptStore.of({
      take: (subjects, now, until) => {
        const [started, expires_on] = [encodeInstant(now), encodeInstant(until)]
        // Rows are locked in one order, so that concurrent counts of the same subjects cannot deadlock.
        const rows = Arr.map(Arr.sort(subjects, Order.String), (subject) => ({ subject, attempts: 1, expires_on }))
        return counts.allOf(sql`INSERT INTO sign_in_attempts ${sql.insert(rows)}
          ON CONFLICT (subject) DO UPDATE SET
            attempts = CASE WHEN sign_in_attempts.expires_on <= ${started} THEN 1
              ELSE sign_in_attempts.attempts + 1 END,
            expires_on = CASE WHEN sign_in_attempts.expires_on <= ${started} THEN excluded.expires_on
              ELSE sign_in_attempts.expires_on END
          RETURNING subject, attempts, expires_on`)
      },

      giveBack: Effect.fnUntraced(function*(subject) {
        yield* sql`UPDATE sign_in_attempts SET attempts = attempts - 1 WHERE subject = ${subject} AND attempts > 0`
      }, orDieSql),

      forget: Effect.fnUntraced(function*(subject) {
        yield* sql`DELETE FROM sign_in_attempts WHERE subject = ${subject}`
      }, orDieSql),

      removeExpired: Effect.fnUntraced(function*(now, limit) {
        return yield* affected(
          sql`DELETE FROM sign_in_attempts WHERE subject IN (
            SELECT subject FROM sign_in_attempts WHERE expires_on <= ${encodeInstant(now)}
            ORDER BY expires_on LIMIT ${limit})`
        )
      }, orDieSql)
    })
  })
)
