import { BrandingDocuments, BrandingEmails } from "@namewright/core/branding"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { BrandingApi } from "./BrandingApi.ts"

export const layer = group(
  BrandingApi,
  Effect.fnUntraced(function*(handlers) {
    const documents = yield* BrandingDocuments
    const emails = yield* BrandingEmails
    return handlers.handleAll({
      getBrandingDocument: () => Effect.mapError(documents.read, toProblem),
      replaceBrandingDocument: ({ payload }) => Effect.mapError(documents.save(payload), toProblem),
      saveBrandingDocument: ({ payload }) => Effect.mapError(documents.save(payload), toProblem),
      listBrandingEmails: () => Effect.mapError(emails.templates, toProblem),
      previewBrandingEmail: ({ payload }) => Effect.mapError(emails.preview(payload), toProblem)
    })
  })
)
