import { type MailBrand, type MailColors, type MailFooterLink, type MailLogo, plainMailBrand } from "../mail/index.ts"
import type { BrandingDocument } from "./BrandingDocument.ts"
import type { BrandingPalette } from "./BrandingPalette.ts"
import { readableOn } from "./readableOn.ts"

/** Brand of mails by a document. Without a name in the document mails have that of its organization; empty for none. */
export const mailBrandOf = ({ brand, content, theme }: BrandingDocument, organization: string): MailBrand => {
  const name = brand?.name ?? (organization === "" ? undefined : organization)
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

/** A palette that sets a text and its area decides itself. Other texts are changed if they cannot be read on their area. */
export const mailColorsOf = (palette: BrandingPalette | null | undefined, plain: MailColors): MailColors => {
  const { border, card_foreground, foreground, primary_foreground } = palette ?? {}
  const page = pageOf(palette ?? {})
  const background = page.area ?? plain.background
  const card = palette?.card ?? plain.card
  const primary = palette?.primary ?? plain.primary
  return {
    background,
    on_background: isGiven(page.area) && isGiven(page.text)
      ? page.text
      : readableOn(background, page.text ?? foreground ?? plain.on_background),
    card,
    text: isGiven(palette?.card) && isGiven(card_foreground)
      ? card_foreground
      : readableOn(card, card_foreground ?? foreground ?? plain.text),
    primary,
    on_primary: isGiven(palette?.primary) && isGiven(primary_foreground)
      ? primary_foreground
      : readableOn(primary, primary_foreground ?? plain.on_primary),
    border: border ?? plain.border
  }
}

/** Area around the mail, and the text that the palette sets for it. */
const pageOf = ({ background, body, body_foreground, foreground }: BrandingPalette) =>
  isGiven(body) ? { area: body, text: body_foreground } : { area: background, text: foreground }

const labels = {
  support: { en: "Support", de: "Support" },
  help: { en: "Help", de: "Hilfe" },
  terms: { en: "Terms", de: "AGB" },
  privacy: { en: "Privacy", de: "Datenschutz" }
} as const

export const linksOf = (content: BrandingDocument["content"]): ReadonlyArray<MailFooterLink> => {
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
