import { type MailColors, type MailFooterLink, plainMailBrand } from "../mail/index.ts"
import { assetPathOf } from "./assetUrls.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import type { BrandingPalette } from "./BrandingPalette.ts"
import { brandStyle } from "./brandStyle.ts"
import { linksOf, mailColorsOf } from "./mailBrandOf.ts"
import { isReadableOn, readableOn } from "./readableOn.ts"

/** Colors of a page, as `#rgb` or `#rrggbb`. Every text can be read on its area. */
export interface PageColors extends MailColors {
  /** Links and outlines on `card`. */
  readonly link: string
  /** Problems on `card`. */
  readonly wrong: string
  /** Text on `wrong`. */
  readonly on_wrong: string
  /** Completed actions on `card`. */
  readonly right: string
}

/** Appearance of the sign-in and account pages of a brand. Addresses of pictures are paths at each of its hosts. */
export interface PageBrand {
  readonly name: string
  readonly logo: { readonly light: string | undefined; readonly dark: string | undefined }
  /** Icon of browser tabs; without one of its own, a logo. */
  readonly icon: string | undefined
  readonly colors: { readonly light: PageColors; readonly dark: PageColors }
  /** Style sheet with the font and the variables `--radius` and `--font-family`; empty without them. */
  readonly style: string
  /** Lines below the page, such as the legal entity and its VAT number. */
  readonly footer: ReadonlyArray<string>
  readonly links: ReadonlyArray<MailFooterLink>
}

const pathOf = (url: string | null | undefined): string | undefined =>
  url === null || url === undefined ? undefined : assetPathOf(url)

/** Pages of a brand by its document. Without a name in the document they have that of the organization. */
export const pageBrandOf = ({ brand, content, theme }: BrandingDocument, organization: string): PageBrand => {
  const { dark, favicon, icon, light } = brand?.logo ?? {}
  const { footer } = content ?? {}
  const { font_family, font_url, radius } = theme ?? {}
  return {
    name: brand?.name ?? organization,
    logo: { light: pathOf(light), dark: pathOf(dark) },
    icon: pathOf(favicon) ?? pathOf(icon) ?? pathOf(light) ?? pathOf(dark),
    colors: {
      light: pageColorsOf(theme?.light ?? {}, "light"),
      dark: pageColorsOf({ ...buttonOf(theme?.light ?? {}), ...givenColors(theme?.dark ?? {}) }, "dark")
    },
    style: brandStyle({
      theme: { font_family: font_family ?? null, font_url: font_url ?? null, radius: radius ?? null }
    }),
    footer: [footer?.legal_entity, footer?.vat_id, ...footer?.lines ?? []].filter((line) =>
      line !== null && line !== undefined
    ),
    links: linksOf(content)
  }
}

/** The buttons of dark pages are those of light ones, unless the dark palette has its own. */
const buttonOf = ({ primary, primary_foreground }: BrandingPalette): BrandingPalette => ({
  primary: primary ?? null,
  primary_foreground: primary_foreground ?? null
})

const givenColors = (palette: BrandingPalette): BrandingPalette =>
  Object.fromEntries(Object.entries(palette).filter(([, color]) => color !== null && color !== undefined))

/** Colors of problems and of completed actions without those of a palette. */
const standard = {
  light: { wrong: "#a3121f", right: "#1a6334" },
  dark: { wrong: "#ff9b9b", right: "#8fd9a8" }
} as const

const pageColorsOf = (palette: BrandingPalette, mode: "light" | "dark"): PageColors => {
  const colors = mailColorsOf(palette, plainMailBrand.colors[mode])
  const firstReadable = (...wanted: ReadonlyArray<string | null | undefined>): string =>
    wanted.find((color) => color !== null && color !== undefined && isReadableOn(colors.card, color)) ?? colors.text
  const wrong = firstReadable(palette.danger, standard[mode].wrong)
  return {
    ...colors,
    link: firstReadable(palette.link, palette.primary, colors.primary),
    wrong,
    on_wrong: readableOn(wrong, "#ffffff"),
    right: firstReadable(palette.success, standard[mode].right)
  }
}
