import { Context, Effect, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type CurrentActor,
  Instant,
  limits,
  type OrganizationId,
  PlatformSettings,
  Transaction
} from "../shared/index.ts"
import { refersTo } from "./assetIssues.ts"
import { type AssetType, assetTypeOf } from "./assetTypeOf.ts"
import {
  assetPath,
  type BrandingAsset,
  type BrandingAssetFile,
  type BrandingAssetId,
  type BrandingAssetRecord,
  newBrandingAssetId
} from "./BrandingAsset.ts"
import { BrandingAssetStore } from "./BrandingAssetStore.ts"
import { BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import {
  BrandingAssetInUse,
  BrandingAssetLimit,
  BrandingAssetNotFound,
  BrandingAssetTooLarge,
  BrandingAssetTypeNotSupported,
  BrandingSvgRefused
} from "./BrandingError.ts"
import { sanitizedSvg } from "./svg/sanitizedSvg.ts"
import { hasText, SvgRasterizer } from "./svg/SvgRasterizer.ts"

type UploadError =
  | BrandingAssetLimit
  | BrandingAssetTooLarge
  | BrandingAssetTypeNotSupported
  | BrandingSvgRefused

/**
 * Images and fonts of the caller's organization, for its branding document. Source: gaps of the REST specification,
 * "Assets".
 */
export class BrandingAssets extends Context.Service<BrandingAssets, {
  /** All assets, the newest first. */
  readonly list: Effect.Effect<ReadonlyArray<BrandingAsset>, AuthorizationError, CurrentActor>
  /** Stores a file. Its type is that of its bytes. The same bytes again are the same asset. */
  readonly upload: (bytes: Uint8Array) => Effect.Effect<BrandingAsset, AuthorizationError | UploadError, CurrentActor>
  /** Removes an asset to which the document does not refer. */
  readonly remove: (
    id: BrandingAssetId
  ) => Effect.Effect<void, AuthorizationError | BrandingAssetInUse | BrandingAssetNotFound, CurrentActor>
  /** File with this SHA-256 in hexadecimal digits, of any organization: pages and mails show it to everybody. */
  readonly file: (sha256: string) => Effect.Effect<Option.Option<BrandingAssetFile>>
  /** PNG picture of the SVG with this SHA-256, for mails. */
  readonly drawing: (sha256: string) => Effect.Effect<Option.Option<Uint8Array>>
}>()("@namewright/core/branding/BrandingAssets") {
  static readonly layer = Layer.effect(
    BrandingAssets,
    Effect.gen(function*() {
      const { base_url } = yield* PlatformSettings
      const store = yield* BrandingAssetStore
      const documents = yield* BrandingDocumentStore
      const rasterizer = yield* SvgRasterizer
      const log = yield* makeObjectLog
      const transaction = yield* Transaction

      const shown = (
        { asset_id, content_type, sha256, size_bytes, updated_on }: BrandingAssetRecord
      ): BrandingAsset => ({
        asset_id,
        asset_url: `${base_url}${assetPath({ content_type, sha256 })}`,
        content_type,
        size_bytes,
        updated_on
      })

      const list = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:view")
        return (yield* store.list(organization_id)).map(shown)
      }).pipe(Effect.withSpan("BrandingAssets.list"))

      /** PNG picture of a new SVG. Null for other files, and for one that is drawn already or cannot be drawn. */
      const newDrawing = Effect.fnUntraced(function*(content_type: AssetType, bytes: Uint8Array, sha256: string) {
        if (content_type !== "image/svg+xml" || hasText(bytes)) return null
        return (yield* store.drawn([sha256])).has(sha256) ? null : Option.getOrNull(yield* rasterizer.png(bytes))
      })

      const upload: BrandingAssets["Service"]["upload"] = Effect.fn("BrandingAssets.upload")(function*(sent) {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        if (sent.byteLength > limits.branding.assetBytes) return yield* new BrandingAssetTooLarge()
        const content_type = assetTypeOf(sent)
        if (content_type === undefined) return yield* new BrandingAssetTypeNotSupported()
        const bytes = content_type === "image/svg+xml"
          ? yield* Effect.mapError(sanitizedSvg(sent), ({ reason }) => new BrandingSvgRefused({ reason }))
          : sent
        const sha256 = yield* sha256Of(bytes)
        const drawing = yield* newDrawing(content_type, bytes, sha256)
        return yield* transaction.atomically(Effect.gen(function*() {
          // Excludes the removal of this asset, and uploads that would exceed the limit together.
          yield* documents.lock(organization_id)
          const own = yield* store.list(organization_id)
          const known = own.find((asset) => asset.sha256 === sha256)
          if (known === undefined && own.length >= limits.branding.assets) return yield* new BrandingAssetLimit()
          const asset: BrandingAssetRecord = {
            asset_id: known?.asset_id ?? (yield* newBrandingAssetId),
            organization_id,
            sha256,
            content_type,
            size_bytes: bytes.byteLength,
            updated_on: yield* Instant.now
          }
          const stored = yield* store.put(asset, bytes, drawing)
          if (known === undefined) yield* log.record(logged(organization_id, null, stored))
          return shown(stored)
        }))
      })

      const remove: BrandingAssets["Service"]["remove"] = Effect.fn("BrandingAssets.remove")(function*(asset_id) {
        const { organization_id } = yield* authorize("whitelabel_branding:manage")
        yield* transaction.atomically(Effect.gen(function*() {
          const { latest } = yield* documents.lock(organization_id)
          const found = (yield* store.list(organization_id)).find((asset) => asset.asset_id === asset_id)
          if (found === undefined) return yield* new BrandingAssetNotFound({ asset_id })
          if (refersTo(latest?.document ?? {}, found)) return yield* new BrandingAssetInUse({ asset_id })
          yield* store.remove(organization_id, asset_id)
          yield* log.record(logged(organization_id, found, null))
        }))
      })

      return BrandingAssets.of({ list, upload, remove, file: store.file, drawing: store.drawing })
    })
  )
}

const sha256Of = (bytes: Uint8Array) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", Uint8Array.from(bytes))),
    (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("")
  )

const loggedAssets = (asset: BrandingAssetRecord | null) => ({
  assets: asset === null ? {} : { [asset.asset_id]: asset.sha256 }
})

const logged = (
  organization_id: OrganizationId,
  before: BrandingAssetRecord | null,
  after: BrandingAssetRecord | null
) => ({
  organization_id,
  object_type: "WHITELABEL_BRANDING" as const,
  object_id: organization_id,
  action: "UPDATED" as const,
  before: loggedAssets(before),
  after: loggedAssets(after)
})
