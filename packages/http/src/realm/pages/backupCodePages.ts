import type { MailLocale } from "@namewright/core/mail"
import { Redacted } from "effect"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { field, form, layout } from "./layout.ts"
import { backupCodeTexts } from "./texts/backupCodeTexts.ts"

/** Page with new backup codes, which are shown once. */
export const backupCodesPage = (
  urls: RealmUrls,
  { codes, isFirst, locale }: {
    readonly locale: MailLocale
    readonly codes: ReadonlyArray<Redacted.Redacted>
    /** True if the second factor was set up with them. */
    readonly isFirst: boolean
  }
): string => {
  const { done, explanation, onward, title } = backupCodeTexts[locale].shown
  return layout(urls, {
    locale,
    title,
    content: [
      isFirst && html`<p class="done" role="status">${done}</p>`,
      html`<p>${explanation}</p>`,
      html`<ul class="codes">${codes.map((code) => html`<li>${Redacted.value(code)}</li>`)}</ul>`,
      html`<p><a href="${urls.path}/account">${onward}</a></p>`
    ]
  })
}

/** Section of the account page: number of unused codes, and a form for new ones. */
export const backupCodeSection = (
  urls: RealmUrls,
  { left, locale, needsCode, note, token, username }: {
    readonly locale: MailLocale
    /** Number of unused codes. */
    readonly left: number
    /** True if the form needs a code besides the password. */
    readonly needsCode: boolean
    readonly token: string
    /** Hidden field for password managers. */
    readonly username: HtmlValue
    readonly note: HtmlValue
  }
): HtmlValue => {
  const words = backupCodeTexts[locale].section
  return [
    html`<h2 id="backup-codes">${words.title}</h2>`,
    note,
    html`<p>${words.left(left)}</p>`,
    form({
      action: `${urls.path}/account/backup-codes`,
      token,
      content: [
        username,
        field({
          id: "password-to-renew",
          name: "password",
          label: words.password,
          type: "password",
          autocomplete: "current-password"
        }),
        needsCode && field({ id: "code-to-renew", name: "code", label: words.code, autocomplete: "one-time-code" }),
        html`<p class="quiet">${words.hint}</p>`,
        html`<p class="actions"><button class="other">${words.renew}</button></p>`
      ]
    })
  ]
}

/** Collapsed form of the sign-in for a backup code instead of the code of an authenticator. */
export const backupCodeForm = (
  { action, locale, ticket, token }: {
    readonly locale: MailLocale
    readonly action: string
    readonly token: string
    readonly ticket: string
  }
): HtmlValue => {
  const { button, label, summary } = backupCodeTexts[locale].signIn
  return html`<details class="otherwise"><summary>${summary}</summary>${
    form({
      action,
      token,
      content: [
        html`<input type="hidden" name="ticket" value="${ticket}">`,
        field({ id: "backup-code", name: "code", label, autocomplete: "off" }),
        html`<p class="actions"><button class="other">${button}</button></p>`
      ]
    })
  }</details>`
}
