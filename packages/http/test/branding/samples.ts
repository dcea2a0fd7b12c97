import { asSystem } from "@namewright/core/access"
import { BrandingAssets } from "@namewright/core/branding"
import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"

const body = { brand: { name: "Example Hosting" }, theme: { light: { primary: "#0b5fff" } } }

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`

export const samples: OperationSamples = {
  replaceBrandingDocument: { body },
  saveBrandingDocument: { body },
  uploadBrandingAsset: { body: { file: btoa(svg) } },
  previewBrandingEmail: { body: { template_name: "user_invitation", language_code: "de", branding_document: body } }
}

export const makeOwnedObjects: MakeOwnedObjects = (organization) =>
  Effect.gen(function*() {
    const assets = yield* BrandingAssets
    const { asset_id } = yield* asSystem(organization, assets.upload(new TextEncoder().encode(svg)))
    return { asset_id }
  }).pipe(Effect.orDie)
