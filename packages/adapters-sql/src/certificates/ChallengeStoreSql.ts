import { ChallengeStore } from "@namewright/core/certificates"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { orDieSql } from "../Codecs.ts"

export const layer = Layer.effect(
  ChallengeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return ChallengeStore.of({
      put: ({ certificate_id, key_authorization, token }) =>
        sql`INSERT INTO acme_challenges (token, key_authorization, certificate_id)
          SELECT ${token}, ${key_authorization}, certificate_id FROM certificates WHERE certificate_id = ${certificate_id}
          ON CONFLICT (token) DO UPDATE
            SET key_authorization = excluded.key_authorization, certificate_id = excluded.certificate_id,
              confirmed_on = NULL`
          .pipe(Effect.asVoid, orDieSql),

      find: (token) =>
        sql<
          { readonly key_authorization: string }
        >`SELECT key_authorization FROM acme_challenges WHERE token = ${token}`
          .pipe(Effect.map(([row]) => Option.fromUndefinedOr(row?.key_authorization)), orDieSql),

      saveConfirmation: Effect.fnUntraced(function*(token, certificate_id) {
        const now = DateTime.formatIso(yield* Instant.now)
        yield* sql`UPDATE acme_challenges SET confirmed_on = ${now}
          WHERE token = ${token} AND certificate_id = ${certificate_id}`
      }, orDieSql),

      isConfirmed: (token, certificate_id) =>
        sql`SELECT 1 FROM acme_challenges
          WHERE token = ${token} AND certificate_id = ${certificate_id} AND confirmed_on IS NOT NULL`
          .pipe(Effect.map((rows) => rows.length > 0), orDieSql),

      removeOf: (certificate_id) =>
        sql`DELETE FROM acme_challenges WHERE certificate_id = ${certificate_id}`.pipe(Effect.asVoid, orDieSql)
    })
  })
)
