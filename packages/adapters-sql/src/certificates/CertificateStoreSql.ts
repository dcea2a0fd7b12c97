import {
  Certificate,
  type CertificateId,
  CertificateStore,
  namesKey,
  type Overdue
} from "@namewright/core/certificates"
import type { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Schema, SchemaTransformation } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

/** The names in one text, by which sets are unique. */
const NamesColumn = Schema.String.pipe(
  Schema.decodeTo(
    Certificate.fields.names,
    SchemaTransformation.transform({
      decode: (text: string): ReadonlyArray<string> => text.split(" "),
      encode: (names: ReadonlyArray<string>) => names.join(" ")
    })
  )
)

const OptionalInstant = Schema.NullOr(InstantColumn)

const CertificateRow = Schema.Struct({
  ...Certificate.fields,
  names: NamesColumn,
  issued_on: OptionalInstant,
  expires_on: OptionalInstant,
  renew_on: OptionalInstant,
  due_on: InstantColumn,
  warned_on: OptionalInstant,
  created_on: InstantColumn,
  updated_on: InstantColumn
})

const readIssues = Schema.decodeUnknownEffect(Schema.Array(Schema.Struct({ issued_on: InstantColumn })))

const at = (instant: Instant.Instant): string => DateTime.formatIso(instant)

export const layer = Layer.effect(
  CertificateStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forUpdate, skipLocked, true: yes } = dialect(sql)
    const encode = Schema.encodeSync(CertificateRow)
    const certificates = rowReads(sql, "certificates", CertificateRow)

    const isOverdue = ({ expires_by, renewed_by, requested_by }: Overdue) =>
      sql`((expires_on <= ${at(expires_by)} AND renew_on <= ${at(renewed_by)})
        OR (expires_on IS NULL AND created_on <= ${at(requested_by)}))`

    const removeOrdered = (id: CertificateId) =>
      sql`DELETE FROM certificate_issues WHERE certificate_id = ${id} AND is_ordered = ${yes}`.pipe(Effect.asVoid)

    return CertificateStore.of({
      insert: Effect.fnUntraced(function*(certificate) {
        const stored = yield* sql`INSERT INTO certificates ${sql.insert(encode(certificate))}
          ON CONFLICT (names) DO NOTHING RETURNING certificate_id`
        if (stored.length === 0) return false
        const { certificate_id, names } = certificate
        for (const name of names) yield* sql`INSERT INTO certificate_names ${sql.insert({ name, certificate_id })}`
        return true
      }, orDieSql),

      find: (id) => certificates.first(sql`certificate_id = ${id}`),

      lock: (id) => certificates.first(sql`certificate_id = ${id}`, forUpdate),

      lockNames: (names) => certificates.first(sql`names = ${namesKey(names)}`, forUpdate),

      save: (certificate) =>
        sql`UPDATE certificates SET ${sql.update(encode(certificate), ["certificate_id", "names"])}
          WHERE certificate_id = ${certificate.certificate_id}`.pipe(Effect.asVoid, orDieSql),

      remove: Effect.fnUntraced(function*(id) {
        yield* removeOrdered(id)
        yield* sql`DELETE FROM acme_challenges WHERE certificate_id = ${id}`
        yield* sql`DELETE FROM certificate_names WHERE certificate_id = ${id}`
        yield* sql`DELETE FROM certificate_owners WHERE certificate_id = ${id}`
        yield* sql`DELETE FROM certificates WHERE certificate_id = ${id}`
      }, orDieSql),

      addOwner: (certificate_id, owner) =>
        sql`INSERT INTO certificate_owners ${sql.insert({ certificate_id, owner })}
          ON CONFLICT (certificate_id, owner) DO NOTHING`.pipe(Effect.asVoid, orDieSql),

      removeOwner: (certificate_id, owner) =>
        sql`DELETE FROM certificate_owners WHERE certificate_id = ${certificate_id} AND owner = ${owner}`
          .pipe(Effect.asVoid, orDieSql),

      ownersOf: (certificate_id) =>
        sql<{ readonly owner: string }>`SELECT owner FROM certificate_owners
          WHERE certificate_id = ${certificate_id} ORDER BY owner`
          .pipe(Effect.map((rows) => rows.map(({ owner }) => owner)), orDieSql),

      ownedBy: (owner) =>
        certificates.all(
          sql`certificate_id IN (SELECT certificate_id FROM certificate_owners WHERE owner = ${owner})`,
          sql`ORDER BY created_on, certificate_id`
        ),

      issuedFor: (name, now) =>
        certificates.first(
          sql`certificate_id IN (SELECT certificate_id FROM certificate_names WHERE name = ${name})
            AND expires_on > ${at(now)}`,
          sql`ORDER BY expires_on DESC, certificate_id LIMIT 1`
        ),

      withName: (name) =>
        certificates.all(
          sql`certificate_id IN (SELECT certificate_id FROM certificate_names WHERE name = ${name})`,
          sql`ORDER BY created_on, certificate_id`
        ),

      page: (afterNames, limit) => certificates.all(sql`names > ${afterNames}`, sql`ORDER BY names LIMIT ${limit}`),

      recordIssue: Effect.fnUntraced(function*({ authority, certificate_id, domains, issued_on, names }, state) {
        const is_ordered = bool(state === "ordered")
        const issue = { authority, certificate_id, issued_on: at(issued_on), names: namesKey(names), is_ordered }
        yield* removeOrdered(certificate_id)
        for (const registered_domain of domains) {
          yield* sql`INSERT INTO certificate_issues ${
            sql.insert({ ...issue, registered_domain })
          } ON CONFLICT DO NOTHING`
        }
      }, orDieSql),

      removeOrdered: (id) => orDieSql(removeOrdered(id)),

      issueTimes: ({ authority, domain, names, since }) =>
        sql`SELECT issued_on FROM certificate_issues
          WHERE authority = ${authority} AND registered_domain = ${domain} AND issued_on > ${at(since)}
          ${names === undefined ? sql`` : sql`AND names = ${namesKey(names)}`}
          ORDER BY issued_on DESC LIMIT 1000`
          .pipe(
            Effect.flatMap(readIssues),
            Effect.map((rows) => rows.map((row) => row.issued_on).toReversed()),
            orDieSql
          ),

      removeIssues: (before) =>
        sql`DELETE FROM certificate_issues WHERE issued_on < ${at(before)}`.pipe(Effect.asVoid, orDieSql),

      claimDue: (now, limit) =>
        certificates.all(sql`due_on <= ${at(now)}`, sql`ORDER BY due_on, certificate_id LIMIT ${limit} ${skipLocked}`),

      claimOverdue: (overdue, limit) =>
        certificates.all(
          sql`${isOverdue(overdue)} AND warned_on IS NULL`,
          sql`ORDER BY COALESCE(expires_on, created_on), certificate_id LIMIT ${limit} ${skipLocked}`
        ),

      countOverdue: (overdue) => certificates.count(isOverdue(overdue))
    })
  })
)
