import {
  BrandingAuth,
  BrandingDocumentStore,
  BrandingVersion,
  BrandingVersionContents
} from "@namewright/core/branding"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, json, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { rowReads } from "../RowReads.ts"

const VersionRow = Schema.Struct({ ...BrandingVersion.fields, created_on: InstantColumn })
const ContentsRow = Schema.Struct({
  ...VersionRow.fields,
  document: json(BrandingVersionContents.fields.document)
})
const AuthRow = Schema.Struct({ auth: Schema.NullOr(json(BrandingAuth)) })

export const layer = Layer.effect(
  BrandingDocumentStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(ContentsRow)
    const encodeAuth = Schema.encodeSync(AuthRow)
    const documents = rowReads(sql, "branding_documents", AuthRow)
    const versions = rowReads(sql, "branding_versions", VersionRow)
    const contents = rowReads(sql, "branding_versions", ContentsRow)

    const of = (organization: OrganizationId) => sql`organization_id = ${organization}`

    const state = Effect.fnUntraced(function*(organization: OrganizationId, lock = sql``) {
      const head = yield* documents.first(of(organization), lock)
      const latest = yield* contents.first(of(organization), sql`ORDER BY version_number DESC LIMIT 1`)
      return {
        auth: Option.match(head, { onNone: () => null, onSome: ({ auth }) => auth }),
        latest: Option.getOrNull(latest)
      }
    })

    return BrandingDocumentStore.of({
      find: (organization) => state(organization),

      lock: Effect.fnUntraced(function*(organization) {
        yield* sql`INSERT INTO branding_documents (organization_id) VALUES (${organization})
          ON CONFLICT (organization_id) DO NOTHING`
        return yield* state(organization, forUpdate)
      }, orDieSql),

      append: Effect.fnUntraced(function*(organization_id, version, kept) {
        yield* sql`INSERT INTO branding_versions ${sql.insert({ organization_id, ...encode(version) })}`
        yield* sql`DELETE FROM branding_versions
          WHERE ${of(organization_id)} AND version_number <= ${version.version_number - kept}`
      }, orDieSql),

      versions: (organization) => versions.all(of(organization), sql`ORDER BY version_number DESC`),

      version: (organization, number) => contents.first(sql`${of(organization)} AND version_number = ${number}`),

      writeAuth: Effect.fnUntraced(function*(organization_id, auth) {
        const row = encodeAuth({ auth })
        yield* sql`INSERT INTO branding_documents ${sql.insert({ organization_id, auth: row.auth })}
          ON CONFLICT (organization_id) DO UPDATE SET auth = excluded.auth`
      }, orDieSql)
    })
  })
)
