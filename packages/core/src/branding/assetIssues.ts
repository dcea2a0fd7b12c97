import { type InputIssue, inputIssue } from "../shared/index.ts"
import { assetPathOf } from "./assetUrls.ts"
import type { BrandingAssetRecord } from "./BrandingAsset.ts"
import { assetPath } from "./BrandingAsset.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"

/** Addresses of assets in a document, with their positions. */
export const assetReferences = ({ brand, theme }: BrandingDocument): ReadonlyArray<readonly [string, string]> => {
  const { dark, favicon, icon, light } = brand?.logo ?? {}
  const members = {
    "brand.logo.light": light,
    "brand.logo.dark": dark,
    "brand.logo.icon": icon,
    "brand.logo.favicon": favicon,
    "theme.font_url": theme?.font_url
  }
  return Object.entries(members).flatMap(([path, url]) => url === null || url === undefined ? [] : [[path, url]])
}

/** True if the document refers to the asset. */
export const refersTo = (document: BrandingDocument, asset: BrandingAssetRecord): boolean =>
  assetReferences(document).some(([, url]) => assetPathOf(url) === assetPath(asset))

/** A problem for each address that is not one of an uploaded asset, or whose asset is not for this member. */
export const assetIssues = (
  document: BrandingDocument,
  uploaded: ReadonlyArray<BrandingAssetRecord>,
  loc: InputIssue["loc"] = ["body"]
): ReadonlyArray<InputIssue> => {
  const assets = new Map(uploaded.map((asset) => [assetPath(asset), asset]))
  return assetReferences(document).flatMap(([path, url]) => {
    const asset = assets.get(assetPathOf(url) ?? "")
    const kind = path === "theme.font_url" ? "font" : "image"
    if (asset?.content_type.startsWith(`${kind}/`) === true) return []
    const message = asset === undefined
      ? "Expected the URL of an uploaded asset"
      : `Expected the URL of an uploaded ${kind}`
    return [inputIssue([...loc, ...path.split(".")], "value_error", message, url)]
  })
}
