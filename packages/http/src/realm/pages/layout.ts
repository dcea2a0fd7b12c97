import type { MailLocale } from "@namewright/core/mail"
import { brandFooter, brandHeader, brandIcon, brandTitle } from "../../shared/pages/brandParts.ts"
import { brandSheetVersion } from "../../shared/pages/brandSheet.ts"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import { stylesheetVersion } from "../../shared/pages/stylesheet.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { layoutTexts } from "./texts/layoutTexts.ts"

export interface Page {
  readonly locale: MailLocale
  readonly title: string
  readonly content: HtmlValue
  /** Signed-in person, for the footer. */
  readonly signedInAs?: { readonly name: string; readonly signOut: HtmlValue } | undefined
}

/** Complete page, without scripts and external content. */
export const layout = ({ brand, path }: RealmUrls, { content, locale, signedInAs, title }: Page): string =>
  html`<!DOCTYPE html>
<html lang="${locale}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${brandTitle(title, brand)}</title>
<link rel="stylesheet" href="${path}/style.css?${stylesheetVersion}">
${brand !== undefined && html`<link rel="stylesheet" href="${path}/brand.css?${brandSheetVersion(brand)}">\n`}${
    brandIcon(brand)
  }</head>
<body>
${brandHeader(brand)}<main>
<h1>${title}</h1>
${content}
</main>
${
    signedInAs !== undefined
    && html`<footer><p>${
      layoutTexts[locale].signedInAs
    } <strong>${signedInAs.name}</strong></p>${signedInAs.signOut}</footer>`
  }
${brandFooter(locale, brand)}</body>
</html>
`.text

/** Error message, which screen readers announce after loading. */
export const problemNote = (text: string | undefined): HtmlValue =>
  text !== undefined && html`<p class="problem" role="alert">${text}</p>`

/** Success message. */
export const doneNote = (text: string | undefined): HtmlValue =>
  text !== undefined && html`<p class="done" role="status">${text}</p>`

export interface Form {
  readonly action: string
  /** Token that identifies the form; see `FormTokens`. */
  readonly token: string
  readonly content: HtmlValue
}

/** Form of a page. */
export const form = ({ action, content, token }: Form) =>
  html`<form method="post" action="${action}"><input type="hidden" name="form_token" value="${token}">
${content}
</form>`

export interface Field {
  /** Default: the name. */
  readonly id?: string
  readonly name: string
  readonly label: string
  readonly type?: "text" | "password"
  readonly value?: string | undefined
  readonly autocomplete: string
  readonly hint?: string | undefined
  readonly inputmode?: "numeric"
  readonly focused?: boolean
  readonly optional?: boolean
}

/** Input field with its label. */
export const field = (
  { autocomplete, focused, hint, inputmode, label, name, id = name, optional, type = "text", value }: Field
) =>
  html`<p class="field"><label for="${id}">${label}</label>
<input id="${id}" name="${name}" type="${type}" value="${value}" autocomplete="${autocomplete}" spellcheck="false"
 autocapitalize="none"${inputmode && html` inputmode="${inputmode}"`}${!optional && html` required`}${
    focused && html` autofocus`
  }${hint !== undefined && html` aria-describedby="${id}-hint"`}>
${hint !== undefined && html`<small id="${id}-hint">${hint}</small>`}</p>`
