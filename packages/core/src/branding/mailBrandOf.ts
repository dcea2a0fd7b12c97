import { type MailBrand, type MailColors, type MailFooterLink, type MailLogo, plainMailBrand } from "../mail/index.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import type { BrandingColor, BrandingPalette } from "./BrandingPalette.ts"
import { contrastOf } from "./contrastOf.ts"

/**
 * Brand of mails by a document. Without a name in the document mails have the one of the installation, which may be
 * absent.
 */
export const mailBrandOf = ({ brand, content, theme }: BrandingDocument, installation: string): MailBrand => {
  const name = brand?.name ?? (installation === "" ? undefined : installation)
  const logo = mailLogoOf(brand?.logo?.light, brand?.logo?.dark)
  const { footer, signature } = content ?? {}
  return {
    ...(name === undefined ? {} : { name }),
    ...(logo === undefined ? {} : { logo }),
    ...(signature === null || signature === undefined ? {} : { signature }),
    colors: {
      light: mailColorsOf(theme?.light, plainMailBrand.colors.light),
      dark: mailColorsOf(theme?.dark, plainMailBrand.colors.dark)
    },
    footer: [footer?.legal_entity, footer?.vat_id, ...footer?.lines ?? []].filter(isGiven),
    links: linksOf(content),
    texts: content?.email_blocks ?? {}
  }
}

const isGiven = (text: string | null | undefined): text is string => text !== null && text !== undefined

/** Mail programs show no SVG. */
const pictureOf = (url: string | null | undefined): string | undefined =>
  isGiven(url) && !url.endsWith(".svg") ? url : undefined

const mailLogoOf = (light: string | null | undefined, dark: string | null | undefined): MailLogo | undefined => {
  const [url, dark_url] = [pictureOf(light), pictureOf(dark)]
  if (url === undefined) return dark_url === undefined ? undefined : { url: dark_url }
  return dark_url === undefined ? { url } : { url, dark_url }
}

/** Colors of texts that a palette does not set are black or white, whichever is easier to read on its area. */
const mailColorsOf = (palette: BrandingPalette | null | undefined, plain: MailColors): MailColors => {
  const { background, body, border, card, card_foreground, foreground, primary, primary_foreground } = palette ?? {}
  const area = card ?? plain.card
  const text = card_foreground ?? foreground ?? (isGiven(card) ? readableOn(area) : plain.text)
  return {
    background: body ?? background ?? plain.background,
    card: area,
    text,
    primary: primary ?? plain.primary,
    on_primary: primary_foreground ?? (isGiven(primary) ? readableOn(primary) : plain.on_primary),
    border: border ?? plain.border
  }
}

const readableOn = (area: BrandingColor): BrandingColor =>
  contrastOf("#ffffff", area) >= contrastOf("#000000", area) ? "#ffffff" : "#000000"

const labels = {
  support: { en: "Support", de: "Support" },
  help: { en: "Help", de: "Hilfe" },
  terms: { en: "Terms", de: "AGB" },
  privacy: { en: "Privacy", de: "Datenschutz" }
} as const

const linksOf = (content: BrandingDocument["content"]): ReadonlyArray<MailFooterLink> => {
  const { legal, support } = content ?? {}
  const urls = {
    support: support?.url,
    help: support?.help_center_url,
    terms: legal?.terms_url,
    privacy: legal?.privacy_url
  }
  return (["support", "help", "terms", "privacy"] as const).flatMap((name) => {
    const url = urls[name]
    return isGiven(url) ? [{ label: labels[name], url }] : []
  })
}
