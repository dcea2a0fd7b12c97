import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type {
  BrandingAuth,
  BrandingVersion,
  BrandingVersionContents,
  BrandingVersionNumber
} from "./BrandingDocument.ts"

/** Latest version of an organization's document, and the sign-in settings that the platform writes. */
export interface BrandingDocumentState {
  readonly auth: BrandingAuth | null
  /** Null before the first version. */
  readonly latest: BrandingVersionContents | null
}

/** Storage port of branding documents, as versions of each organization. */
export class BrandingDocumentStore extends Context.Service<BrandingDocumentStore, {
  readonly find: (organization: OrganizationId) => Effect.Effect<BrandingDocumentState>
  /** As `find`, and excludes other writers of the document until the transaction ends. */
  readonly lock: (organization: OrganizationId) => Effect.Effect<BrandingDocumentState>
  /** Appends a version, and removes the versions before the `kept` latest ones. Requires `lock`. */
  readonly append: (
    organization: OrganizationId,
    version: BrandingVersionContents,
    kept: number
  ) => Effect.Effect<void>
  /** Versions that are kept, the latest first. */
  readonly versions: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<BrandingVersion>>
  readonly version: (
    organization: OrganizationId,
    number: BrandingVersionNumber
  ) => Effect.Effect<Option.Option<BrandingVersionContents>>
  /** Stores the sign-in of the organization's pages; null removes it. */
  readonly writeAuth: (organization: OrganizationId, auth: BrandingAuth | null) => Effect.Effect<void>
}>()("@namewright/core/branding/BrandingDocumentStore") {}
