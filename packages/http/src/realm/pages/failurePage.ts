import type { MailLocale } from "@namewright/core/mail"
import { html } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { layout } from "./layout.ts"
import { failureTexts } from "./texts/failureTexts.ts"
import { type RefusalPage, refusalTexts } from "./texts/refusalTexts.ts"

/** Failure that the provider reports. The code and the description are for developers of the program. */
export interface Failure {
  readonly error: string
  readonly error_description?: string | undefined
}

/** Page for a failure of the provider. */
export const failurePage = (urls: RealmUrls) => (locale: MailLocale, { error, error_description }: Failure): string => {
  const { advice, otherwise, title } = failureTexts[locale]
  const known: Readonly<Record<string, string>> = advice
  return layout(urls, {
    locale,
    title,
    content: [
      html`<p role="alert">${Object.hasOwn(known, error) ? known[error] : otherwise}</p>`,
      html`<p class="quiet">${error}${error_description !== undefined && html`: ${error_description}`}</p>`
    ]
  })
}

/** Page that explains a refusal. */
export const refusalPage = (urls: RealmUrls, locale: MailLocale, refused: RefusalPage): string => {
  const { text, title } = refusalTexts[locale][refused]
  return layout(urls, { locale, title, content: html`<p role="alert">${text}</p>` })
}
