import { BrandingAsset, type BrandingAssetId, BrandingAssetStore, BrandingAssetType } from "@namewright/core/branding"
import { OrganizationId } from "@namewright/core/shared"
import { Effect, Layer, Option, Schema, Struct } from "effect"
import { SqlClient } from "effect/sql"
import { InstantColumn, orDieSql } from "../Codecs.ts"
import { dialect } from "../Dialect.ts"
import { decodedRows, rowReads } from "../RowReads.ts"

const AssetRow = Schema.Struct({
  ...Struct.omit(BrandingAsset.fields, ["asset_url"]),
  organization_id: OrganizationId,
  sha256: Schema.String,
  updated_on: InstantColumn
})
const FileRow = Schema.Struct({ content_type: BrandingAssetType, bytes: Schema.instanceOf(Uint8Array) })
const DrawingRow = Schema.Struct({ png: Schema.NullOr(Schema.instanceOf(Uint8Array)) })
const HashRow = Schema.Struct({ sha256: Schema.String })

export const layer = Layer.effect(
  BrandingAssetStore,
  Effect.gen(function*() {
    const sql = yield* SqlClient.SqlClient
    const { forUpdate } = dialect(sql)
    const encode = Schema.encodeSync(AssetRow)
    const assets = rowReads(sql, "branding_assets", AssetRow)
    const files = rowReads(sql, "branding_files", FileRow)
    const drawings = rowReads(sql, "branding_files", DrawingRow)
    const hashes = decodedRows(HashRow)

    /** Excludes other writers of the assets with a file, so that it is not removed while it gets another asset. */
    const lockFile = (sha256: string) => sql`SELECT sha256 FROM branding_files WHERE sha256 = ${sha256} ${forUpdate}`

    return BrandingAssetStore.of({
      put: Effect.fnUntraced(function*(asset, bytes, png) {
        const { content_type, sha256 } = asset
        yield* sql`INSERT INTO branding_files ${sql.insert({ sha256, content_type, bytes, png })}
          ON CONFLICT (sha256) DO UPDATE
            SET content_type = excluded.content_type, png = COALESCE(branding_files.png, excluded.png)`
        yield* sql`INSERT INTO branding_assets ${sql.insert({ ...encode(asset) })}
          ON CONFLICT (organization_id, sha256) DO UPDATE SET updated_on = excluded.updated_on`
        const [stored] = yield* assets.all(
          sql`organization_id = ${asset.organization_id} AND sha256 = ${sha256}`
        )
        return stored ?? asset
      }, orDieSql),

      list: (organization) =>
        assets.all(sql`organization_id = ${organization}`, sql`ORDER BY updated_on DESC, asset_id DESC`),

      remove: Effect.fnUntraced(function*(organization: OrganizationId, id: BrandingAssetId) {
        const [found] = yield* hashes.allOf(
          sql`SELECT sha256 FROM branding_assets WHERE organization_id = ${organization} AND asset_id = ${id}`
        )
        if (found === undefined) return
        yield* lockFile(found.sha256)
        yield* sql`DELETE FROM branding_assets WHERE organization_id = ${organization} AND asset_id = ${id}`
        yield* sql`DELETE FROM branding_files WHERE sha256 = ${found.sha256}
          AND NOT EXISTS (SELECT 1 FROM branding_assets WHERE sha256 = ${found.sha256})`
      }, orDieSql),

      file: (sha256) => files.first(sql`sha256 = ${sha256}`),

      drawing: (sha256) =>
        Effect.map(
          drawings.first(sql`sha256 = ${sha256}`),
          Option.flatMap(({ png }) => Option.fromNullOr(png))
        ),

      drawn: (all) =>
        Effect.map(
          hashes.allOf(sql`SELECT sha256 FROM branding_files WHERE ${sql.in("sha256", all)} AND png IS NOT NULL`),
          (found) => new Set(found.map(({ sha256 }) => sha256))
        )
    })
  })
)
