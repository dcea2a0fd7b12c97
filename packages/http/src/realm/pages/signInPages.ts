import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { backupCodeForm } from "./backupCodePages.ts"
import { field, form, layout, problemNote } from "./layout.ts"
import { signInTexts } from "./texts/signInTexts.ts"

interface SignInForm {
  readonly locale: MailLocale
  readonly action: string
  readonly token: string
  readonly problem?: string | undefined
  /** Program that waits for the sign-in, if any. */
  readonly clientName?: string | undefined
  /** Action of the form if the person cancels. */
  readonly cancel?: string | undefined
  /** Action of the form for a passkey; undefined without one. */
  readonly passkeyAction?: string | undefined
}

/** Form that leads to the page of passkeys. */
const passkeyForm = (action: string | undefined, token: string, ticket: string, button: string): HtmlValue =>
  action !== undefined && form({
    action,
    token,
    content: html`<input type="hidden" name="ticket" value="${ticket}">
<p class="actions"><button class="other">${button}</button></p>`
  })

const cancelButton = ({ cancel, locale }: SignInForm): HtmlValue =>
  cancel !== undefined &&
  html`<button class="other" formaction="${cancel}" formnovalidate>${signInTexts[locale].cancel}</button>`

export const signInPage = (
  urls: RealmUrls,
  view: SignInForm & { readonly login?: string | undefined }
): string => {
  const { action, clientName, locale, login, passkeyAction, problem, token } = view
  const words = signInTexts[locale]
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      clientName !== undefined && html`<p>${words.connects(html`<strong>${clientName}</strong>`)}</p>`,
      problemNote(problem),
      form({
        action,
        token,
        content: [
          field({
            name: "login",
            label: words.login,
            autocomplete: "username",
            value: login,
            focused: login === undefined
          }),
          field({
            name: "password",
            label: words.password,
            type: "password",
            autocomplete: "current-password",
            focused: login !== undefined
          }),
          html`<p class="actions"><button>${words.button}</button>${cancelButton(view)}</p>`
        ]
      }),
      passkeyForm(passkeyAction, token, "", words.passkey),
      urls.areInMails && html`<p><a href="${urls.path}/password/forgot">${words.forgotten}</a></p>`
    ]
  })
}

export const secondFactorPage = (
  urls: RealmUrls,
  view: SignInForm & {
    /** True if the account has an authenticator with six digits. */
    readonly authenticator: boolean
    readonly ticket: string
  }
): string => {
  const { action, authenticator, locale, passkeyAction, problem, ticket, token } = view
  const words = signInTexts[locale].secondFactor
  return layout(urls, {
    locale,
    title: authenticator ? words.codeTitle : words.passkeyTitle,
    content: [
      html`<p>${authenticator ? words.codeText : words.passkeyText}</p>`,
      problemNote(problem),
      authenticator && form({
        action,
        token,
        content: [
          html`<input type="hidden" name="ticket" value="${ticket}">`,
          field({
            name: "code",
            label: words.code,
            autocomplete: "one-time-code",
            inputmode: "numeric",
            focused: true
          }),
          html`<p class="actions"><button>${words.button}</button>${cancelButton(view)}</p>`
        ]
      }),
      passkeyForm(passkeyAction, token, ticket, words.passkey),
      backupCodeForm({ action, locale, ticket, token })
    ]
  })
}

export const signedOutPage = (urls: RealmUrls, locale: MailLocale): string => {
  const { text, title } = signInTexts[locale].signedOut
  return layout(urls, { locale, title, content: html`<p>${text(`${urls.path}/account`)}</p>` })
}
