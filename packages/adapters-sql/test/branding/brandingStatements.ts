import {
  BrandingAssetId,
  type BrandingAssetRecord,
  BrandingAssetStore,
  BrandingDocumentStore,
  BrandingSenderStore
} from "@namewright/core/branding"
import { Instant, type OrganizationId, OrganizationId as Id } from "@namewright/core/shared"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { sentBy } from "../../../../test/sentStatements.ts"

/** Statement that reads a whole table, which proves that the plans are checked. */
export const unserved = "SELECT organization_id FROM branding_versions WHERE restored_from = 7"

/** Inserts the documents of 100 organizations, each with 50 versions, and 20 assets. */
export const fillBranding = Effect.gen(function*() {
  const sql = yield* SqlClient.SqlClient
  const ids = (count: number) =>
    sql.onDialectOrElse({
      pg: () => `SELECT n, lpad(n::text, 26, '0') AS id FROM generate_series(1, ${count}) AS n`,
      orElse: () =>
        `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${count})
          SELECT n, printf('%026d', n) AS id FROM numbers`
    })
  yield* sql.unsafe(`INSERT INTO branding_documents (organization_id)
    SELECT 'organization_' || id FROM (${ids(100)}) AS numbered`)
  yield* sql.unsafe(`INSERT INTO branding_versions
      (organization_id, version_number, document, performed_by_type, created_on)
    SELECT d.organization_id, numbered.n, '{}', 'system', '2026-01-01T00:00:00.000Z'
    FROM branding_documents d CROSS JOIN (${ids(50)}) AS numbered`)
  yield* sql.unsafe(`INSERT INTO branding_senders
      (organization_id, address, selector, private_key, public_key, status, found, due_on, version)
    SELECT 'organization_' || id, 'mails' || n || '@nordhost.example', 'm1', 'plain.key', 'MIIB', 'verified', '[]',
      '2040-01-01T00:00:00.000Z', 1 FROM (${ids(2_000)}) AS numbered`)
  const each = `FROM branding_documents d CROSS JOIN (${ids(20)}) AS numbered`
  yield* sql.unsafe(`INSERT INTO branding_files (sha256, content_type, bytes)
    SELECT d.organization_id || '_' || n, 'image/png',
      ${sql.onDialectOrElse({ pg: () => "'\\x00'::bytea", orElse: () => "x'00'" })} ${each}`)
  yield* sql.unsafe(`INSERT INTO branding_assets
      (asset_id, organization_id, sha256, content_type, size_bytes, updated_on)
    SELECT 'asset_' || substr(numbered.id, 6) || substr(d.organization_id, 35), d.organization_id,
      d.organization_id || '_' || n, 'image/png', 1, '2026-01-01T00:00:00.000Z' ${each}`)
})

const known: OrganizationId = Id.make("organization_00000000000000000000000007")

/** The statements of all reads and writes. */
export const brandingStatements = Effect.gen(function*() {
  const store = yield* BrandingDocumentStore
  const version = {
    version_number: 51,
    performed_by_type: "system" as const,
    performed_by_id: null,
    restored_from: null,
    created_on: yield* Instant.now,
    document: {}
  }
  const assets = yield* BrandingAssetStore
  const senders = yield* BrandingSenderStore
  const asset: BrandingAssetRecord = {
    asset_id: BrandingAssetId.make("asset_00000000000000000000600007"),
    organization_id: known,
    sha256: `${known}_6`,
    content_type: "image/png",
    size_bytes: 1,
    updated_on: yield* Instant.now
  }
  const all = [
    yield* sentBy("find", store.find(known)),
    yield* sentBy("lock", store.lock(known)),
    yield* sentBy("append", store.append(known, version, 10)),
    yield* sentBy("versions", store.versions(known)),
    yield* sentBy("version", store.version(known, 50)),
    yield* sentBy("put", assets.put(asset, Uint8Array.of(0), null)),
    yield* sentBy("list", assets.list(known)),
    yield* sentBy("file", assets.file(asset.sha256)),
    yield* sentBy("sender", senders.find(known)),
    yield* sentBy("sender of an address", senders.findAddress("mails7@nordhost.example")),
    yield* sentBy("due senders", senders.leaseDue(20, yield* Instant.now, yield* Instant.now)),
    yield* sentBy("drawing", assets.drawing(asset.sha256)),
    yield* sentBy("drawn", assets.drawn([asset.sha256])),
    yield* sentBy("remove", assets.remove(known, asset.asset_id))
  ]
  return all.flatMap(({ sent }) => sent)
})
