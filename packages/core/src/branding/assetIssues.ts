import { type InputIssue, inputIssue } from "../shared/index.ts"
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

/** A problem for each address that is not one of an uploaded asset. */
export const assetIssues = (
  document: BrandingDocument,
  uploaded: ReadonlySet<string>,
  loc: InputIssue["loc"] = ["body"]
): ReadonlyArray<InputIssue> =>
  assetReferences(document).flatMap(([path, url]) =>
    uploaded.has(url)
      ? []
      : [inputIssue([...loc, ...path.split(".")], "value_error", "Expected the URL of an uploaded asset", url)]
  )
