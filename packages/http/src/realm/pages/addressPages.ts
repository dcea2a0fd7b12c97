import type { MailLocale } from "@namewright/core/mail"
import type { ShownAddressChange } from "@namewright/core/people"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { doneNote, field, form, layout, problemNote } from "./layout.ts"
import { type AddressMessage, type AddressNote, addressTexts } from "./texts/addressTexts.ts"

/** Page of a link: the change, with buttons that confirm and cancel it. */
export const addressLinkPage = (
  urls: RealmUrls,
  locale: MailLocale,
  { change, formToken, query }: {
    readonly change: ShownAddressChange
    readonly formToken: string
    /** Query with the token of the link. */
    readonly query: string
  }
): string => {
  const words = addressTexts[locale]
  const isDone = change.confirmed.includes(change.side)
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      html`<dl><dt>${words.username}</dt><dd>${change.username}</dd>
<dt>${words.old}</dt><dd>${change.old_email}</dd>
<dt>${words.new}</dt><dd>${change.new_email}</dd></dl>`,
      isDone && html`<p role="status">${words.confirmed}</p>`,
      form({
        action: `${urls.path}/address?${query}`,
        token: formToken,
        content: html`<p class="actions">${!isDone && html`<button>${words.confirm}</button>`}
<button class="other" formaction="${urls.path}/address/cancel?${query}">${words.cancel}</button></p>`
      })
    ]
  })
}

export const addressMessagePage = (urls: RealmUrls, locale: MailLocale, message: AddressMessage): string => {
  const { text, title } = addressTexts[locale].messages[message]
  return layout(urls, { locale, title, content: html`<p role="status">${text}</p>` })
}

/** Form of a signed-in person for another address. */
export const addressFormPage = (
  urls: RealmUrls,
  locale: MailLocale,
  { email, formToken, note, pending, person, signOut }: {
    readonly email: string
    readonly pending: string | undefined
    readonly formToken: string
    readonly person: string
    readonly signOut: HtmlValue
    readonly note?: AddressNote | undefined
  }
): string => {
  const words = addressTexts[locale]
  const isDone = note === "sent" || note === "canceled"
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      note !== undefined && (isDone ? doneNote(words.notes[note]) : problemNote(words.notes[note])),
      html`<dl><dt>${words.old}</dt><dd>${email}</dd></dl>`,
      pending !== undefined && form({
        action: `${urls.path}/account/email/cancel`,
        token: formToken,
        content: html`<p>${words.waits(pending)}</p>
<p class="actions"><button class="other">${words.cancel}</button></p>`
      }),
      form({
        action: `${urls.path}/account/email`,
        token: formToken,
        content: [
          html`<p>${words.intro}</p>`,
          field({ name: "email", label: words.new, autocomplete: "email" }),
          html`<p class="actions"><button>${words.send}</button></p>`
        ]
      }),
      html`<p><a href="${urls.path}/account">${words.back}</a></p>`
    ],
    signedInAs: { name: person, signOut }
  })
}
