import { ChallengeStore } from "@namewright/core/certificates"
import { DnsName, ZoneId } from "@namewright/core/dns"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, IntegerColumn, orDieSql } from "../Codecs.ts"

const PublishedRow = Schema.Struct({
  token: Schema.String,
  response: Schema.String,
  dns_zone_id: ZoneId,
  dns_name: DnsName.DnsName,
  dns_serial: IntegerColumn,
  created_on: InstantColumn
})

const readPublished = Schema.decodeUnknownEffect(Schema.Array(PublishedRow))

/** Columns of a challenge over HTTP. */
const noRecord = { dns_zone_id: null, dns_name: null, dns_serial: null }

export const layer = Layer.effect(
  ChallengeStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient

    return ChallengeStore.of({
      put: Effect.fnUntraced(function*({ certificate_id, record, response, token }) {
        const now = DateTime.formatIso(yield* Instant.now)
        const { dns_name, dns_serial, dns_zone_id } = record ?? noRecord
        yield* sql`INSERT INTO acme_challenges
            (token, response, certificate_id, dns_zone_id, dns_name, dns_serial, created_on)
          SELECT ${token}, ${response}, certificate_id, ${dns_zone_id}, ${dns_name}, ${dns_serial}, ${now}
          FROM certificates WHERE certificate_id = ${certificate_id}
          ON CONFLICT (token) DO UPDATE
            SET response = excluded.response, certificate_id = excluded.certificate_id,
              dns_zone_id = excluded.dns_zone_id, dns_name = excluded.dns_name, dns_serial = excluded.dns_serial,
              created_on = excluded.created_on, confirmed_on = NULL`
      }, orDieSql),

      find: (token) =>
        sql<{ readonly response: string }>`SELECT response FROM acme_challenges
          WHERE token = ${token} AND dns_zone_id IS NULL`
          .pipe(Effect.map(([row]) => Option.fromUndefinedOr(row?.response)), orDieSql),

      recordsOf: (certificate_id) =>
        sql`SELECT token, response, dns_zone_id, dns_name, dns_serial, created_on FROM acme_challenges
          WHERE certificate_id = ${certificate_id} AND dns_zone_id IS NOT NULL ORDER BY created_on, token`
          .pipe(
            Effect.flatMap(readPublished),
            Effect.map((rows) =>
              rows.map(({ created_on, response, token, ...record }) => ({ token, response, record, created_on }))
            ),
            orDieSql
          ),

      hasRecords: (zone, name, except) =>
        sql`SELECT 1 FROM acme_challenges
          WHERE dns_zone_id = ${zone} AND dns_name = ${name} AND certificate_id <> ${except} LIMIT 1`
          .pipe(Effect.map((rows) => rows.length > 0), orDieSql),

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
