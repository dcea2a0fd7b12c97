import { escapeHtml } from "./escapeHtml.ts"
import type { MailBrand, MailColors, MailLogo } from "./MailBrand.ts"
import type { MailLocale } from "./MailLocale.ts"

/** Paragraph of a mail, or a link with the text as its label. */
export interface RenderedBlock {
  readonly text: string
  readonly url: string | undefined
}

interface MailPage {
  readonly title: string
  readonly locale: MailLocale
  readonly blocks: ReadonlyArray<RenderedBlock>
  readonly brand: MailBrand
}

/** HTML part of a mail. Outlook needs a table for the width; styles of elements serve programs that ignore style sheets. */
export const mailPage = ({ blocks, brand, locale, title }: MailPage): string => {
  const { dark, light } = brand.colors
  return `<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkRules(dark)}</style>
</head>
<body class="page" style="margin:0;padding:24px 12px;background:${light.background};color:${light.on_background};${font}">
<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
${
    head(brand)
  }<tr><td class="card" style="padding:32px;background:${light.card};color:${light.text};border:1px solid ${light.border};border-radius:8px">
${[...blocks.map(block(light)), ...signature(brand)].join("\n")}
</td></tr>
${footer(brand, locale)}</table>
</body>
</html>
`
}

const font = "font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"

/** Rules override the styles of elements only with `!important`. */
const darkRules = ({ background, border, card, on_background, on_primary, primary, text }: MailColors): string =>
  ".dark{display:none}" +
  "@media (prefers-color-scheme:dark){" +
  `.page{background:${background}!important;color:${on_background}!important}` +
  `.card{background:${card}!important;color:${text}!important;border-color:${border}!important}` +
  `.button{background:${primary}!important;color:${on_primary}!important}` +
  `.foot a{color:${on_background}!important}` +
  ".light{display:none!important}.dark{display:inline!important}" +
  "}"

const head = ({ logo, name }: MailBrand): string => {
  if (name === undefined) return ""
  const shown = logo === undefined ? `<strong>${escapeHtml(name)}</strong>` : pictures(logo, name)
  return `<tr><td style="padding:8px 32px 16px">${shown}</td></tr>\n`
}

const pictures = ({ dark_url, url }: MailLogo, name: string): string =>
  dark_url === undefined
    ? picture(url, name, "border:0")
    : picture(url, name, "border:0", "light") + picture(dark_url, name, "border:0;display:none", "dark")

const picture = (url: string, name: string, style: string, className?: string): string => {
  const classes = className === undefined ? "" : ` class="${className}"`
  return `<img${classes} src="${escapeHtml(url)}" alt="${escapeHtml(name)}" height="40" style="${style}">`
}

const block = ({ on_primary, primary }: MailColors) => ({ text, url }: RenderedBlock): string => {
  if (url === undefined) return paragraph(text)
  const style =
    `display:inline-block;padding:10px 20px;border-radius:6px;text-decoration:none;background:${primary};color:${on_primary}`
  return `<p><a class="button" href="${escapeHtml(url)}" style="${style}">${escapeHtml(text)}</a></p>`
}

const paragraph = (text: string): string => `<p>${escapeHtml(text).replaceAll("\n", "<br>")}</p>`

const signature = (brand: MailBrand): ReadonlyArray<string> =>
  brand.signature === undefined ? [] : [paragraph(brand.signature)]

const footer = (brand: MailBrand, locale: MailLocale): string => {
  const links = brand.links.map(({ label, url }) =>
    `<a href="${escapeHtml(url)}" style="color:${brand.colors.light.on_background}">${escapeHtml(label[locale])}</a>`
  )
  const lines = [...brand.footer.map(escapeHtml), ...links.length === 0 ? [] : [links.join(" &middot; ")]]
  return lines.length === 0
    ? ""
    : `<tr><td class="foot" style="padding:16px 32px;font-size:13px">${lines.join("<br>")}</td></tr>\n`
}
