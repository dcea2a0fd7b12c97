import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { BrandingAssetFile, BrandingAssetId, BrandingAssetRecord } from "./BrandingAsset.ts"

/** Storage port of assets and of their files. Organizations with the same file share its bytes. */
export class BrandingAssetStore extends Context.Service<BrandingAssetStore, {
  /**
   * Stores an asset with its file, or the new time of the asset that the organization has with this file. `drawing` is the
   * PNG picture of an SVG; without one, an earlier one is kept.
   */
  readonly put: (
    asset: BrandingAssetRecord,
    bytes: Uint8Array,
    drawing: Uint8Array | null
  ) => Effect.Effect<BrandingAssetRecord>
  /** Assets of an organization, the newest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<BrandingAssetRecord>>
  /** Removes an asset, and its file if no other asset has it. */
  readonly remove: (organization: OrganizationId, id: BrandingAssetId) => Effect.Effect<void>
  readonly file: (sha256: string) => Effect.Effect<Option.Option<BrandingAssetFile>>
  /** PNG picture of an SVG. */
  readonly drawing: (sha256: string) => Effect.Effect<Option.Option<Uint8Array>>
  /** The files among these that have a PNG picture. */
  readonly drawn: (hashes: ReadonlyArray<string>) => Effect.Effect<ReadonlySet<string>>
}>()("@namewright/core/branding/BrandingAssetStore") {}
