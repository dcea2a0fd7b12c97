import type { PageBrand } from "@namewright/core/branding"
import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "./Html.ts"

type Brand = PageBrand | undefined

/** Title of a page, with the name of its brand. */
export const brandTitle = (title: string, brand: Brand): HtmlValue =>
  brand === undefined ? title : html`${title} – ${brand.name}`

export const brandIcon = (brand: Brand): HtmlValue =>
  brand?.icon !== undefined && html`<link rel="icon" href="${brand.icon}">\n`

/** Logo of a brand, or its name. */
export const brandHeader = (brand: Brand): HtmlValue => {
  if (brand === undefined) return undefined
  const { logo: { dark, light }, name } = brand
  const picture = light ?? dark
  return html`<header class="brand">${
    picture === undefined ?
      name :
      html`<picture>${
        dark !== undefined && html`<source srcset="${dark}" media="(prefers-color-scheme: dark)">`
      }<img src="${picture}" alt="${name}"></picture>`
  }</header>\n`
}

/** Legal entity and links of a brand. */
export const brandFooter = (locale: MailLocale, brand: Brand): HtmlValue =>
  brand !== undefined && (brand.footer.length > 0 || brand.links.length > 0) &&
  html`<div class="legal">${brand.footer.map((line) => html`<p>${line}</p>`)}${
    brand.links.length > 0
    && html`<p>${
      brand.links.map(({ label, url }) => html`<a href="${url}" rel="noreferrer">${label[locale]}</a> `)
    }</p>`
  }</div>\n`

/**
 * Sources of the pictures and the font of a brand in a content security policy, if it has some. Without pictures, browsers do
 * not look for an icon that does not exist.
 */
export const brandSources = (brand: Brand): string =>
  `${brand?.icon === undefined ? "" : "img-src 'self'; "}${
    brand === undefined || brand.style === "" ? "" : "font-src 'self'; "
  }`
