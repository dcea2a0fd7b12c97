import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import { scopeWords } from "../realmScopes.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { form, layout } from "./layout.ts"
import { consentTexts } from "./texts/consentTexts.ts"

/** Permissions of the program, one line for each scope with a text. */
export const scopeList = (locale: MailLocale, scope: ReadonlyArray<string>): HtmlValue =>
  html`<ul>${
    scope.map((name) => scopeWords(locale, name)).flatMap((text) => text === "" ? [] : html`<li>${text}</li>`)
  }</ul>`

export interface ConsentRequest {
  readonly action: string
  readonly token: string
  readonly clientName: string
  /** Destination of the browser after the decision. */
  readonly returnsTo: string
  readonly scope: ReadonlyArray<string>
  /** True if the program requests the REST interface and the organization does not allow it, so it is not granted. */
  readonly withoutRest: boolean
  readonly person: string
  readonly organization: string
  readonly signOut: HtmlValue
}

/** Page on which a person consents to a program. */
export const consentPage = (
  urls: RealmUrls,
  locale: MailLocale,
  { action, clientName, organization, person, returnsTo, scope, signOut, token, withoutRest }: ConsentRequest
): string => {
  const words = consentTexts[locale]
  return layout(urls, {
    locale,
    title: words.title(clientName),
    content: [
      html`<p>${words.asks(html`<strong>${clientName}</strong>`, html`<strong>${organization}</strong>`)}</p>`,
      scopeList(locale, scope),
      withoutRest && html`<p>${words.withoutRest}</p>`,
      html`<dl><dt>${words.returnsTo}</dt><dd>${returnsTo}</dd></dl>`,
      html`<p class="quiet">${words.warning}</p>`,
      form({
        action,
        token,
        content: html`<p class="actions"><button name="decision" value="allow">${words.allow}</button>
<button class="other" name="decision" value="deny">${words.deny}</button></p>`
      })
    ],
    signedInAs: { name: person, signOut }
  })
}
