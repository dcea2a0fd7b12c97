import { assetPathOf } from "./assetUrls.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"

/** SHA-256 of the SVG at an address of an asset; undefined for other addresses. */
const svgAt = (url: string | null | undefined): string | undefined =>
  /([0-9a-f]{64})\.svg$/.exec(assetPathOf(url ?? "") ?? "")?.[1]

/** SHA-256 of the logos of mails that are SVG pictures. */
export const svgLogosOf = ({ brand }: BrandingDocument): ReadonlyArray<string> =>
  [brand?.logo?.light, brand?.logo?.dark].flatMap((url) => svgAt(url) ?? [])

/** The document with the PNG pictures of its SVG logos, for those in `drawn`. */
export const withMailLogos = (document: BrandingDocument, drawn: ReadonlySet<string>): BrandingDocument => {
  const { brand } = document
  const { logo } = brand ?? {}
  if (logo === null || logo === undefined) return document
  const shown = (url: string | null | undefined): string | null =>
    drawn.has(svgAt(url) ?? "") ? url?.replace(/\.svg$/, ".png") ?? null : url ?? null
  return { ...document, brand: { ...brand, logo: { ...logo, light: shown(logo.light), dark: shown(logo.dark) } } }
}
