import { Schema } from "effect"
import { Instant, type OrganizationId, Page, TypeId } from "../shared/index.ts"
import { assetExtensions, type AssetType } from "./assetTypeOf.ts"

export const BrandingAssetId = TypeId.schema("asset").pipe(Schema.brand("BrandingAssetId"))
export type BrandingAssetId = typeof BrandingAssetId.Type
export const newBrandingAssetId = TypeId.generator("asset", (text) => BrandingAssetId.make(text))

export const BrandingAssetType = Schema.Literals(Object.keys(assetExtensions) as ReadonlyArray<AssetType>)
  .annotate({ identifier: "BrandingAssetType" })

/** Uploaded image or font. Source: gaps of the REST specification, "Assets". */
export const BrandingAsset = Schema.Struct({
  asset_id: BrandingAssetId,
  /** Address of the file for browsers. The file at an address never changes. */
  asset_url: Schema.String,
  content_type: BrandingAssetType,
  /** Size of the stored file, which is smaller than the uploaded one if parts of an SVG were removed. */
  size_bytes: Schema.Int,
  /** Time of the last upload of these bytes. */
  updated_on: Instant.Instant
}).annotate({ identifier: "BrandingAsset" })
export type BrandingAsset = typeof BrandingAsset.Type

/** All assets of an organization, as one page. */
export const BrandingAssetList = Schema.Struct({ assets: Schema.Array(BrandingAsset), ...Page(BrandingAsset).fields })
  .annotate({ identifier: "BrandingAssetList" })
export type BrandingAssetList = typeof BrandingAssetList.Type

/** File as a JSON body contains it. */
export const UploadBrandingAsset = Schema.Struct({
  /** The bytes in Base64. */
  file: Schema.Uint8ArrayFromBase64
}).annotate({ identifier: "UploadBrandingAsset" })

/** Asset as it is stored. `sha256` is that of the stored file, in hexadecimal digits. */
export interface BrandingAssetRecord extends Omit<BrandingAsset, "asset_url"> {
  readonly organization_id: OrganizationId
  readonly sha256: string
}

/** File of an asset. */
export interface BrandingAssetFile {
  readonly content_type: AssetType
  readonly bytes: Uint8Array
}

/** Path of a file on the platform's own host, without its base URL. */
export const assetPath = ({ content_type, sha256 }: Pick<BrandingAssetRecord, "content_type" | "sha256">): string =>
  `/console/brand/${sha256}.${assetExtensions[content_type]}`
