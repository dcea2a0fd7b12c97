import type { PageBrand } from "@namewright/core/branding"
import type { MailLocale } from "@namewright/core/mail"
import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { brandFooter, brandHeader, brandIcon, brandSources, brandTitle } from "./brandParts.ts"
import { brandSheet, brandSheetHash } from "./brandSheet.ts"
import { Html, html, type HtmlValue } from "./Html.ts"
import { stylesheet } from "./stylesheet.ts"

/** Appearance of a page. */
export interface PageView {
  readonly locale: MailLocale
  /** Brand of the host; undefined for a host of the installation. */
  readonly brand: PageBrand | undefined
}

/** Page for people without an account, who follow a link of a mail. */
export interface PublicPage extends PageView {
  readonly title: string
  readonly content: HtmlValue
}

/** Hash of the stylesheet, which the page contains: its address may be behind any prefix. */
const styleHash = createHash("sha256").update(stylesheet).digest("base64")

/**
 * No scripts, no content of other hosts, no frames, and no referrer, because the address of the page contains a token. Forms
 * need no token of their own: the page has no cookies, so another site can send nothing that its author could not.
 */
const headersOf = ({ brand, locale }: PageView) => ({
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'${
    brand === undefined ? "" : ` 'sha256-${brandSheetHash(brand)}'`
  }; ${brandSources(brand)}base-uri 'none'; frame-ancestors 'none'; form-action 'self'`,
  "content-language": locale,
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  vary: "accept, accept-language"
})

/** Style sheet in the page. The templates of `html` would escape it. */
const styleOf = (sheet: string) => new Html(`<style>${sheet}</style>`)

const document = ({ brand, content, locale, title }: PublicPage): string =>
  html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brandTitle(title, brand)}</title>
${styleOf(stylesheet)}
${brand !== undefined && styleOf(brandSheet(brand))}${brandIcon(brand)}</head>
<body>
${brandHeader(brand)}<main>
<h1>${title}</h1>
${content}
</main>
${brandFooter(locale, brand)}</body>
</html>
`.text

/** Response with a page. */
export const publicPage = (page: PublicPage, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(document(page), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: headersOf(page)
  })
