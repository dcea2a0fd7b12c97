import { Effect } from "effect"
import type { MakeOwnedObjects, OperationSamples } from "../platform/operationSamples.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const body = { brand: { name: "Example Hosting" }, theme: { light: { primary: "#0b5fff" } } }

const svg = `<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>`

const ownDomain = { hostname: "example.com", auth_subdomain: "login", dashboard_subdomain: "portal" }

export const samples: OperationSamples = {
  createWhitelabel: { body: { tier: "base", label: "example", period: { unit: "y", value: 1 } } },
  updateWhitelabel: { body: { renewal_mode: "expire" } },
  upgradeWhitelabel: { body: ownDomain },
  recheckWhitelabel: { body: ownDomain },
  replaceBrandingDocument: { body },
  saveBrandingDocument: { body },
  uploadBrandingAsset: { body: { file: btoa(svg) } },
  previewBrandingEmail: { body: { template_name: "user_invitation", language_code: "de", branding_document: body } }
}

export const makeOwnedObjects: MakeOwnedObjects = Effect.fnUntraced(function*(organization) {
  const { fetch, key } = yield* TestPlatform
  const file = { file: btoa(svg) }
  const { body } = yield* fetch("POST", "/v1/whitelabel-branding/assets", file, { key: yield* key(organization) })
  return { asset_id: body.asset_id }
})
