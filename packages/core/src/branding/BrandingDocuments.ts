import { Context, Effect, Equal, Layer, Option } from "effect"
import { type AuthorizationError, authorize } from "../access/index.ts"
import { makeObjectLog, performerOf } from "../objectlog/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  type InvalidInput,
  limits,
  PlatformSettings,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import { assetIssues } from "./assetIssues.ts"
import { withAssetUrls } from "./assetUrls.ts"
import { BrandingAssetStore } from "./BrandingAssetStore.ts"
import type {
  BrandingDocument,
  BrandingVersion,
  BrandingVersionContents,
  BrandingVersionNumber,
  StoredBrandingDocument
} from "./BrandingDocument.ts"
import { type BrandingDocumentState, BrandingDocumentStore } from "./BrandingDocumentStore.ts"
import { BrandingVersionNotFound } from "./BrandingError.ts"
import { brandingWarnings } from "./brandingWarnings.ts"
import { givenMembers } from "./givenMembers.ts"
import { sizeIssues } from "./sizeIssues.ts"

/**
 * Branding document of the caller's organization, with its versions. A version without differences is not stored, and
 * the latest 100 are kept. Source: gaps of the REST specification, "Document".
 */
export class BrandingDocuments extends Context.Service<BrandingDocuments, {
  /** The document. Without a stored one it has no sections. */
  readonly read: Effect.Effect<StoredBrandingDocument, AuthorizationError, CurrentActor>
  /** Replaces the document as a whole; absent members return to their defaults. */
  readonly save: (
    document: BrandingDocument
  ) => Effect.Effect<StoredBrandingDocument, AuthorizationError | InvalidInput, CurrentActor>
  /** Versions that are kept, the latest first. */
  readonly versions: Effect.Effect<ReadonlyArray<BrandingVersion>, AuthorizationError, CurrentActor>
  readonly version: (
    number: BrandingVersionNumber
  ) => Effect.Effect<BrandingVersionContents, AuthorizationError | BrandingVersionNotFound, CurrentActor>
  /** Stores the contents of a version as the latest one. */
  readonly restore: (
    number: BrandingVersionNumber
  ) => Effect.Effect<
    StoredBrandingDocument,
    AuthorizationError | BrandingVersionNotFound | InvalidInput,
    CurrentActor
  >
}>()("@namewright/core/branding/BrandingDocuments") {
  static readonly layer = Layer.effect(
    BrandingDocuments,
    Effect.gen(function*() {
      const { base_url } = yield* PlatformSettings
      const assets = yield* BrandingAssetStore
      const store = yield* BrandingDocumentStore
      const log = yield* makeObjectLog
      const transaction = yield* Transaction

      const atBase = (document: BrandingDocument): BrandingDocument => withAssetUrls(document, base_url)

      /** The document as callers see it. */
      const shown = ({ auth, latest }: BrandingDocumentState): StoredBrandingDocument => {
        const document = atBase(latest?.document ?? {})
        return {
          ...document,
          version: 1,
          ...(auth === null ? {} : { auth }),
          warnings: brandingWarnings(document)
        }
      }

      const requireVersion = Effect.fnUntraced(function*({ organization_id }: Actor, version_number: number) {
        const found = yield* store.version(organization_id, version_number)
        return Option.isSome(found) ? found.value : yield* new BrandingVersionNotFound({ version_number })
      })

      /** Stores a document as the latest version, unless it is equal to it. Requires an open transaction. */
      const append = Effect.fnUntraced(function*(actor: Actor, sent: BrandingDocument, from: number | null) {
        const { organization_id, principal } = actor
        const { auth, latest } = yield* store.lock(organization_id)
        const document = atBase(sent)
        if (latest !== null && Equal.equals(atBase(latest.document), document)) return shown({ auth, latest })
        yield* refuseInput([...assetIssues(sent, yield* assets.list(organization_id)), ...sizeIssues(sent)])
        const version: BrandingVersionContents = {
          version_number: (latest?.version_number ?? 0) + 1,
          ...performerOf(principal, organization_id),
          restored_from: from,
          created_on: yield* Instant.now,
          document
        }
        yield* store.append(organization_id, version, limits.branding.versions)
        yield* log.record({
          organization_id,
          object_type: "WHITELABEL_BRANDING",
          object_id: organization_id,
          action: latest === null ? "CREATED" : "UPDATED",
          before: latest === null ? null : { ...latest.document },
          after: { ...document }
        })
        return shown({ auth, latest: version })
      })

      const read = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:view")
        return shown(yield* store.find(organization_id))
      }).pipe(Effect.withSpan("BrandingDocuments.read"))

      const save: BrandingDocuments["Service"]["save"] = Effect.fn("BrandingDocuments.save")(function*(document) {
        const actor = yield* authorize("whitelabel_branding:manage")
        return yield* transaction.atomically(append(actor, givenMembers(document), null))
      })

      const versions = Effect.gen(function*() {
        const { organization_id } = yield* authorize("whitelabel_branding:view")
        return yield* store.versions(organization_id)
      }).pipe(Effect.withSpan("BrandingDocuments.versions"))

      const version: BrandingDocuments["Service"]["version"] = Effect.fn("BrandingDocuments.version")(
        function*(number) {
          const found = yield* requireVersion(yield* authorize("whitelabel_branding:view"), number)
          return { ...found, document: atBase(found.document) }
        }
      )

      const restore: BrandingDocuments["Service"]["restore"] = Effect.fn("BrandingDocuments.restore")(
        function*(number) {
          const actor = yield* authorize("whitelabel_branding:manage")
          return yield* transaction.atomically(Effect.gen(function*() {
            const { document } = yield* requireVersion(actor, number)
            return yield* append(actor, document, number)
          }))
        }
      )

      return BrandingDocuments.of({ read, save, versions, version, restore })
    })
  )
}
