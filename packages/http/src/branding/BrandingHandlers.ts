import { BrandingAssets, BrandingDocuments, BrandingEmails } from "@namewright/core/branding"
import { Effect, Stream } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { BrandingApi } from "./BrandingApi.ts"
import { fileOfForm } from "./fileOfForm.ts"

export const layer = group(
  BrandingApi,
  Effect.fnUntraced(function*(handlers) {
    const assets = yield* BrandingAssets
    const documents = yield* BrandingDocuments
    const emails = yield* BrandingEmails
    return handlers.handleAll({
      getBrandingDocument: () => Effect.mapError(documents.read, toProblem),
      replaceBrandingDocument: ({ payload }) => Effect.mapError(documents.save(payload), toProblem),
      saveBrandingDocument: ({ payload }) => Effect.mapError(documents.save(payload), toProblem),
      listBrandingAssets: () =>
        Effect.mapBoth(assets.list, {
          onFailure: toProblem,
          onSuccess: (all) => ({
            assets: all,
            items: all,
            total: all.length,
            page: 1,
            page_size: Math.max(all.length, 1)
          })
        }),
      uploadBrandingAsset: ({ payload }) =>
        Effect.flatMap(
          Stream.isStream(payload) ? fileOfForm(payload) : Effect.succeed(payload.file),
          (file) => Effect.mapError(assets.upload(file), toProblem)
        ),
      deleteBrandingAsset: ({ params }) => Effect.mapError(assets.remove(params.asset_id), toProblem),
      listBrandingEmails: () => Effect.mapError(emails.templates, toProblem),
      previewBrandingEmail: ({ payload }) => Effect.mapError(emails.preview(payload), toProblem)
    })
  })
)
