import type { MailLocale } from "@namewright/core/mail"
import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { field, form, layout, problemNote } from "./layout.ts"
import { type PasswordProblem, passwordTexts } from "./texts/passwordTexts.ts"

export interface PasswordLinkView {
  readonly action: string
  readonly formToken: string
  readonly isInvitation: boolean
  readonly username: string
  readonly organization: string
  readonly problem?: PasswordProblem | undefined
}

/** Form of a link that sets a password. */
export const passwordLinkPage = (urls: RealmUrls, locale: MailLocale, view: PasswordLinkView): string => {
  const words = passwordTexts[locale]
  const { intro, title } = view.isInvitation ? words.invitation : words.reset
  return layout(urls, {
    locale,
    title,
    content: [
      html`<p>${intro(view.organization)}</p>`,
      html`<dl><dt>${words.username}</dt><dd>${view.username}</dd></dl>`,
      problemNote(view.problem && words.problems[view.problem]),
      form({
        action: view.action,
        token: view.formToken,
        content: [
          // For password managers.
          html`<input type="text" name="username" value="${view.username}" autocomplete="username" hidden readonly>`,
          field({
            name: "password",
            label: words.next,
            type: "password",
            autocomplete: "new-password",
            hint: words.hint,
            focused: true
          }),
          field({ name: "again", label: words.again, type: "password", autocomplete: "new-password" }),
          html`<p class="actions"><button>${words.set}</button></p>`
        ]
      })
    ]
  })
}

export const passwordDonePage = (urls: RealmUrls, locale: MailLocale, username: string): string => {
  const { signIn, text, title } = passwordTexts[locale].done
  return layout(urls, {
    locale,
    title,
    content: html`<p role="status">${text(username)}</p><p><a href="${urls.path}/account">${signIn}</a></p>`
  })
}

export const passwordLinkEndedPage = (urls: RealmUrls, locale: MailLocale): string => {
  const { signIn, text, title } = passwordTexts[locale].ended
  return layout(urls, {
    locale,
    title,
    content: html`<p role="alert">${text}</p><p><a href="${urls.path}/login">${signIn}</a></p>`
  })
}
