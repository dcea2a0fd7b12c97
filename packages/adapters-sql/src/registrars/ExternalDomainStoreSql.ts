import { ExternalDomainStore, type ExternalName } from "@namewright/core/registrars"
import { DomainId, type DomainName } from "@namewright/core/shared"
import { Array as Arr, Effect, Layer, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { statusTagMask } from "../domains/DomainCodes.ts"
import { type RawKeys, storedKeys } from "../domains/DomainKeys.ts"
import { domainKeys } from "../domains/DomainKeysSql.ts"
import { domainColumns, domainOf, type DomainRow, rowOf } from "../domains/DomainRow.ts"
import { decodedRows } from "../RowReads.ts"

/** Rows of one statement: SQLite has 32,766 parameters, and a domain 30 columns. */
const rowsPerStatement = 500

const MissingRow = Schema.Struct({ domain_id: DomainId, last_synced_on: Schema.NullOr(InstantColumn) })
const encodeTime = Schema.encodeSync(MissingRow.fields.last_synced_on)

const columns = domainColumns.map((column) => `d.${column}`).join(", ")

export const layer = Layer.effect(
  ExternalDomainStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { bool, forUpdate, oneOf } = dialect(sql)
    const keys = domainKeys(sql)
    const tags = statusTagMask(["EXTERNAL"])
    const missing = decodedRows(MissingRow)

    return ExternalDomainStore.of({
      named: Effect.fnUntraced(function*(names) {
        if (names.length === 0) return []
        const rows = yield* sql<DomainRow>`SELECT ${sql.literal(columns)} FROM domains d WHERE d.name ${oneOf(names)}`
        return rows.map(domainOf)
      }, orDieSql),

      insertAll: Effect.fnUntraced(function*(domains) {
        const stored = new Set<DomainName>()
        for (const chunk of Arr.chunksOf(domains, rowsPerStatement)) {
          const made = yield* sql<{ readonly domain_no: number; readonly name: DomainName }>`INSERT INTO domains ${
            sql.insert(Arr.map(chunk, (domain) => rowOf(domain, bool)))
          } ON CONFLICT (name) DO NOTHING RETURNING domain_no, name`
          const byName = new Map(made.map(({ domain_no, name }) => [name, domain_no]))
          const inserted = chunk.flatMap((domain) => {
            const domain_no = byName.get(domain.name)
            return domain_no === undefined ? [] : [{ domain_no, domain }]
          })
          yield* keys.insertAll(inserted, tags)
          inserted.forEach(({ domain }) => stored.add(domain.name))
        }
        return stored
      }, orDieSql),

      removeAll: Effect.fnUntraced(function*(credential, ids) {
        for (const chunk of Arr.chunksOf(ids, rowsPerStatement)) {
          const rows = yield* sql<RawKeys>`SELECT k.* FROM domains d JOIN domain_keys k ON k.domain_no = d.domain_no
            WHERE d.registrar_credential_id = ${credential} AND ${sql.in("d.domain_id", chunk)}
            ORDER BY d.domain_id ${forUpdate}`
          if (rows.length > 0) {
            yield* keys.removeAll(rows.map(storedKeys))
            yield* sql`DELETE FROM domains WHERE ${sql.in("domain_no", rows.map(({ domain_no }) => domain_no))}`
          }
          yield* sql`DELETE FROM registrar_missing_domains
            WHERE registrar_credential_id = ${credential} AND ${sql.in("domain_id", chunk)}`
        }
      }, orDieSql),

      ofCredential: (credential, after, limit) =>
        orDieSql(sql<ExternalName>`SELECT domain_id, name FROM domains
          WHERE registrar_credential_id = ${credential} AND domain_id > ${after ?? ""}
          ORDER BY domain_id LIMIT ${limit}`),

      missing: Effect.fnUntraced(function*(credential) {
        const rows = yield* missing.allOf(
          sql`SELECT domain_id, last_synced_on FROM registrar_missing_domains WHERE registrar_credential_id = ${credential}`
        )
        return new Map(rows.map(({ domain_id, last_synced_on }) => [domain_id, last_synced_on]))
      }),

      markMissing: Effect.fnUntraced(function*(registrar_credential_id, { found, last_synced_on, lost }) {
        const listed_after = encodeTime(last_synced_on)
        for (const chunk of Arr.chunksOf(found, rowsPerStatement)) {
          yield* sql`DELETE FROM registrar_missing_domains
            WHERE registrar_credential_id = ${registrar_credential_id} AND ${sql.in("domain_id", chunk)}`
        }
        for (const chunk of Arr.chunksOf(lost, rowsPerStatement)) {
          yield* sql`INSERT INTO registrar_missing_domains ${
            sql.insert(
              Arr.map(chunk, (domain_id) => ({ registrar_credential_id, domain_id, last_synced_on: listed_after }))
            )
          } ON CONFLICT DO NOTHING`
        }
      }, orDieSql)
    })
  })
)
