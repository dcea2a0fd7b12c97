import type { MailLocale } from "@namewright/core/mail"
import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { field, form, layout, problemNote } from "./layout.ts"
import { type ForgottenTexts, forgottenTexts } from "./texts/forgottenTexts.ts"

/** Reason for which a request is refused. */
export type ForgottenProblem =
  | { readonly type: "empty" }
  /** Too many requests; `minutes` until the next one. */
  | { readonly type: "limited"; readonly minutes: number }

const problemText = (words: ForgottenTexts, problem: ForgottenProblem | undefined): string | undefined =>
  problem?.type === "limited" ? words.limited(problem.minutes) : problem && words.empty

const backLink = ({ path }: RealmUrls, { back }: ForgottenTexts) => html`<p><a href="${path}/account">${back}</a></p>`

/** Form of people who have forgotten their password. */
export const forgottenPage = (
  urls: RealmUrls,
  locale: MailLocale,
  { formToken, login, problem }: {
    readonly formToken: string
    readonly login: string
    readonly problem: ForgottenProblem | undefined
  }
): string => {
  const words = forgottenTexts[locale]
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      html`<p>${words.intro}</p>`,
      problemNote(problemText(words, problem)),
      form({
        action: `${urls.path}/password/forgot`,
        token: formToken,
        content: [
          field({ name: "login", label: words.login, autocomplete: "username", value: login, focused: true }),
          html`<p class="actions"><button>${words.send}</button></p>`
        ]
      }),
      backLink(urls, words)
    ]
  })
}

/** The same page whether there is an account. */
export const forgottenDonePage = (urls: RealmUrls, locale: MailLocale): string => {
  const words = forgottenTexts[locale]
  return layout(urls, {
    locale,
    title: words.done.title,
    content: [
      html`<p role="status">${words.done.text}</p>`,
      html`<p class="quiet">${words.done.nothing}</p>`,
      backLink(urls, words)
    ]
  })
}
