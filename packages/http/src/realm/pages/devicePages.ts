import type { MailLocale } from "@namewright/core/mail"
import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { scopeList } from "./consentPage.ts"
import { field, layout, problemNote } from "./layout.ts"
import { type DeviceProblem, deviceTexts } from "./texts/deviceTexts.ts"

/** Form in which a person enters or confirms the code of a device. */
export interface CodeForm {
  readonly locale: MailLocale
  readonly action: string
  readonly secret: string
  readonly code: string | undefined
  /** Reason why the last code was refused. */
  readonly problem?: DeviceProblem | undefined
}

/** Form with the provider's own secret instead of a form token. */
const deviceForm = ({ action, secret }: CodeForm, content: ReturnType<typeof html>) =>
  html`<form method="post" action="${action}"><input type="hidden" name="xsrf" value="${secret}">${content}</form>`

export const codeEntryPage = (urls: RealmUrls) => (request: CodeForm): string => {
  const { code, locale, problem } = request
  const words = deviceTexts[locale]
  return layout(urls, {
    locale,
    title: words.entry.title,
    content: [
      problemNote(problem && words.problems[problem]),
      deviceForm(
        request,
        html`${
          field({
            name: "user_code",
            label: words.entry.code,
            autocomplete: "off",
            value: code,
            hint: words.entry.hint,
            focused: true
          })
        }<p class="actions"><button>${words.entry.button}</button></p>`
      )
    ]
  })
}

export const codeConfirmationPage =
  (urls: RealmUrls) => (request: CodeForm & { readonly clientName: string; readonly scope: string }): string => {
    const { clientName, code, locale, scope } = request
    const words = deviceTexts[locale].confirmation
    return layout(urls, {
      locale,
      title: words.title,
      content: [
        html`<p>${words.shows(html`<strong>${clientName}</strong>`)}</p>
<p class="code">${code}</p><p>${words.asks}</p>`,
        scopeList(locale, scope.split(" ")),
        html`<p class="quiet">${words.warning}</p>`,
        deviceForm(
          request,
          html`<input type="hidden" name="user_code" value="${code}">
<p class="actions"><button name="confirm" value="yes">${words.yes}</button>
<button class="other" name="abort" value="yes">${words.no}</button></p>`
        )
      ]
    })
  }

export const connectedPage = (urls: RealmUrls) => (locale: MailLocale, clientName: string): string => {
  const { programs, text, title } = deviceTexts[locale].connected
  return layout(urls, {
    locale,
    title,
    content: html`<p role="status">${text(html`<strong>${clientName}</strong>`)}</p>
<p><a href="${urls.path}/account">${programs}</a></p>`
  })
}
