import type { BrandingDocument } from "./BrandingDocument.ts"

/** Path of an asset in its address, on whatever host; undefined for other addresses. */
export const assetPathOf = (url: string): string | undefined =>
  /^https?:\/\/[^?#]+?(\/console\/brand\/[0-9a-f]{64}\.[a-z0-9]+)$/.exec(url)?.[1]

/**
 * The document with the addresses of its assets at `base_url`. They are stored as they were sent, and remain valid when
 * the platform moves to another host. An address of another host is never shown.
 */
export const withAssetUrls = (document: BrandingDocument, base_url: string): BrandingDocument => {
  const { brand, theme } = document
  const { logo } = brand ?? {}
  const { font_url } = theme ?? {}
  const current = (url: string): string => {
    const path = assetPathOf(url)
    return path === undefined ? url : `${base_url}${path}`
  }
  return {
    ...document,
    ...(isGiven(logo) ? { brand: { ...brand, logo: logosOf(logo, current) } } : {}),
    ...(isGiven(font_url) ? { theme: { ...theme, font_url: current(font_url) } } : {})
  }
}

type Logos = NonNullable<NonNullable<BrandingDocument["brand"]>["logo"]>

const logosOf = (logos: Logos, current: (url: string) => string): Logos =>
  Object.fromEntries(Object.entries(logos).map(([name, url]) => [name, isGiven(url) ? current(url) : url]))

const isGiven = <A>(value: A): value is NonNullable<A> => value !== null && value !== undefined
