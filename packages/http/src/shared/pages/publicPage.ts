import type { MailLocale } from "@namewright/core/mail"
import { HttpServerResponse } from "effect/http"
import { createHash } from "node:crypto"
import { html, type HtmlValue } from "./Html.ts"
import { stylesheet } from "./stylesheet.ts"

/** Page for people without an account, who follow a link of a mail. */
export interface PublicPage {
  readonly locale: MailLocale
  readonly title: string
  readonly content: HtmlValue
}

/** Hash of the stylesheet, which the page contains: its address may be behind any prefix. */
const styleHash = createHash("sha256").update(stylesheet).digest("base64")

/**
 * No scripts, no external content, no frames, and no referrer, because the address of the page contains a token. Forms
 * need no token of their own: the page has no cookies, so another site can send nothing that its author could not.
 */
const headers = {
  "content-security-policy": `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; ` +
    "frame-ancestors 'none'; form-action 'self'",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  vary: "accept, accept-language"
}

const document = ({ content, locale, title }: PublicPage): string =>
  html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
`.text + `<style>${stylesheet}</style>` + html`
</head>
<body>
<main>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`.text

/** Response with a page. */
export const publicPage = (page: PublicPage, status = 200): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(document(page), {
    status,
    contentType: "text/html; charset=utf-8",
    headers: { ...headers, "content-language": page.locale }
  })
