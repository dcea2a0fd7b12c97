import type { Passkey } from "@namewright/core/access"
import type { MailLocale } from "@namewright/core/mail"
import { limits } from "@namewright/core/shared"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { backupCodeForm } from "./backupCodePages.ts"
import { momentText } from "./factTexts.ts"
import { field, form, layout, problemNote } from "./layout.ts"
import { passkeyScriptVersion } from "./passkeyScript.ts"
import { passkeyTexts } from "./texts/passkeyTexts.ts"

interface Ceremony {
  readonly locale: MailLocale
  readonly action: string
  readonly token: string
  /** Options of the browser's call, in their JSON form. */
  readonly options: object
  readonly problem?: string | undefined
}

/** Form that the script submits with the response of the authenticator. The button is hidden without the script. */
const ceremonyForm = (
  { path }: RealmUrls,
  { action, locale, options, token }: Ceremony,
  { asks, button, content, name }: {
    readonly name: "create" | "get"
    /** True to ask without a click. */
    readonly asks: boolean
    readonly button: string
    readonly content: HtmlValue
  }
): HtmlValue => {
  const { failed, needed, registered, unsupported } = passkeyTexts[locale].script
  return [
    html`<noscript><p class="problem">${needed}</p></noscript>
<p id="passkey-problem" class="problem" role="alert" hidden data-asks="${String(asks)}" data-failed="${failed}"
 data-registered="${registered}" data-unsupported="${unsupported}"></p>
<form method="post" action="${action}" data-ceremony="${name}" data-options="${JSON.stringify(options)}">
<input type="hidden" name="form_token" value="${token}"><input type="hidden" name="credential" value="">
${content}
<p class="actions"><button hidden>${button}</button></p>
</form>
<script src="${path}/passkeys.js?${passkeyScriptVersion}" defer></script>`
  ]
}

/** Page on which the browser asks for a passkey. */
export const passkeySignInPage = (
  urls: RealmUrls,
  view: Ceremony & {
    /** Ticket of the password step; empty if the passkey is the first factor. */
    readonly ticket: string
    readonly codeAction: string
    readonly cancel?: string | undefined
  }
): string => {
  const { cancel, codeAction, locale, problem, ticket, token } = view
  const words = passkeyTexts[locale].signIn
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      html`<p>${words.explanation}</p>`,
      problemNote(problem),
      ceremonyForm(urls, view, {
        name: "get",
        // After a refusal, the person reads the reason first.
        asks: problem === undefined,
        button: words.button,
        content: html`<input type="hidden" name="ticket" value="${ticket}">`
      }),
      ticket !== "" && backupCodeForm({ action: codeAction, locale, ticket, token }),
      cancel !== undefined && form({
        action: cancel,
        token,
        content: html`<p class="actions"><button class="other">${words.cancel}</button></p>`
      })
    ]
  })
}

/** Page on which the browser creates a passkey. */
export const passkeyCreationPage = (urls: RealmUrls, view: Ceremony): string => {
  const words = passkeyTexts[view.locale].add
  return layout(urls, {
    locale: view.locale,
    title: words.title,
    content: [
      html`<p>${words.explanation}</p>`,
      problemNote(view.problem),
      ceremonyForm(urls, view, {
        name: "create",
        asks: false,
        button: words.button,
        content: field({ name: "name", label: words.name, autocomplete: "off", hint: words.hint, focused: true })
      }),
      html`<p><a href="${urls.path}/account">${words.back}</a></p>`
    ]
  })
}

export interface PasskeySectionView {
  readonly locale: MailLocale
  readonly passkeys: ReadonlyArray<Passkey>
  readonly token: string
  /** True if the forms need a code besides the password. */
  readonly needsCode: boolean
  /** Hidden field for password managers. */
  readonly username: HtmlValue
  readonly note: HtmlValue
}

/** Password, and a code if the account has a second factor. */
const proofFields = ({ locale, needsCode, username }: PasskeySectionView, suffix: string): HtmlValue => {
  const words = passkeyTexts[locale].section
  return [
    username,
    field({
      id: `password-${suffix}`,
      name: "password",
      label: words.password,
      type: "password",
      autocomplete: "current-password"
    }),
    needsCode && field({ id: `code-${suffix}`, name: "code", label: words.code, autocomplete: "one-time-code" })
  ]
}

const passkeyItem = (urls: RealmUrls, view: PasskeySectionView) => (passkey: Passkey, index: number): HtmlValue => {
  const words = passkeyTexts[view.locale].section
  const { created_on, last_used_on, name, passkey_id } = passkey
  return html`<li><h3>${name}</h3>
<dl><dt>${words.since}</dt><dd>${momentText(created_on)}</dd>
<dt>${words.used}</dt><dd>${last_used_on === null ? words.never : momentText(last_used_on)}</dd></dl>
<details><summary>${words.renameNamed(name)}</summary>${
    form({
      action: `${urls.path}/account/passkeys/rename`,
      token: view.token,
      content: [
        html`<input type="hidden" name="passkey" value="${passkey_id}">`,
        field({ id: `name-of-passkey-${index}`, name: "name", label: words.name, autocomplete: "off", value: name }),
        html`<p class="actions"><button class="other" aria-label="${
          words.renameNamed(name)
        }">${words.rename}</button></p>`
      ]
    })
  }</details>
<details><summary>${words.removeNamed(name)}</summary>${
    form({
      action: `${urls.path}/account/passkeys/remove`,
      token: view.token,
      content: [
        html`<input type="hidden" name="passkey" value="${passkey_id}">`,
        proofFields(view, `of-passkey-${index}`),
        html`<p class="actions"><button class="other" aria-label="${
          words.removeNamed(name)
        }">${words.remove}</button></p>`
      ]
    })
  }</details></li>`
}

/** Section of the account page: the passkeys, and a form for another one. */
export const passkeySection = (urls: RealmUrls, view: PasskeySectionView): HtmlValue => {
  const words = passkeyTexts[view.locale].section
  return [
    html`<h2 id="passkeys">${words.title}</h2>`,
    view.note,
    html`<p>${words.explanation}</p>`,
    view.passkeys.length > 0 && html`<ul class="programs">${view.passkeys.map(passkeyItem(urls, view))}</ul>`,
    view.passkeys.length < limits.passkeys.perUser && form({
      action: `${urls.path}/account/passkeys`,
      token: view.token,
      content: [
        proofFields(view, "for-passkey"),
        html`<p class="actions"><button${view.passkeys.length > 0 && html` class="other"`}>${words.add}</button></p>`
      ]
    })
  ]
}
