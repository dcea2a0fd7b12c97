import type { Passkey, SecondFactorEnrolment, SignInAccount } from "@namewright/core/access"
import type { MailLocale } from "@namewright/core/mail"
import { Redacted } from "effect"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { ConnectedProgram } from "../ConnectedPrograms.ts"
import { scopeWords } from "../realmScopes.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { backupCodeSection } from "./backupCodePages.ts"
import { addressesText, lastUseText, momentText } from "./factTexts.ts"
import { doneNote, field, form, layout, problemNote } from "./layout.ts"
import { passkeySection } from "./passkeyPages.ts"
import { accountTexts } from "./texts/accountTexts.ts"

/** Sections of the account page. */
export type AccountSection = "password" | "second-factor" | "passkeys" | "backup-codes" | "programs"

export interface AccountView {
  readonly locale: MailLocale
  readonly account: SignInAccount
  readonly passkeys: ReadonlyArray<Passkey>
  /** False where browsers offer no passkeys. */
  readonly offersPasskeys: boolean
  /** True if the person has signed in with a passkey recently, which replaces codes. */
  readonly hasShownPasskey: boolean
  readonly organization: string
  readonly programs: ReadonlyArray<ConnectedProgram>
  readonly token: string
  readonly signOut: HtmlValue
  /** Result of the submitted form. */
  readonly note?: { readonly about: AccountSection; readonly problem?: string; readonly done?: string } | undefined
}

const nameOf = ({ user }: SignInAccount): string => `${user.first_name} ${user.last_name}`

const notesOf = ({ note }: AccountView, about: AccountSection): HtmlValue =>
  note?.about === about && [problemNote(note.problem), doneNote(note.done)]

/** Hidden field with the username, for password managers. */
const usernameFor = ({ account }: AccountView) =>
  html`<input type="text" name="username" value="${account.user.username}" autocomplete="username" hidden readonly>`

const currentPassword = (name: string, view: AccountView) =>
  html`${usernameFor(view)}<p class="field"><label for="${name}">${
    accountTexts[view.locale].secondFactor.password
  }</label>
<input id="${name}" name="password" type="password" autocomplete="current-password" required></p>`

const passwordSection = (urls: RealmUrls, view: AccountView): HtmlValue => {
  const words = accountTexts[view.locale].password
  return [
    html`<h2 id="password">${words.title}</h2>`,
    notesOf(view, "password"),
    form({
      action: `${urls.path}/account/password`,
      token: view.token,
      content: [
        usernameFor(view),
        field({ name: "current", label: words.current, type: "password", autocomplete: "current-password" }),
        field({
          name: "next",
          label: words.next,
          type: "password",
          autocomplete: "new-password",
          hint: words.hint
        }),
        html`<p class="actions"><button>${words.change}</button></p>`
      ]
    })
  ]
}

/** True if forms that change second factors need a code besides the password. */
const needsCode = ({ account, hasShownPasskey }: AccountView): boolean => account.second_factor && !hasShownPasskey

/** Form that removes the authenticator. */
const removalForm = (action: string, view: AccountView): HtmlValue => {
  const words = accountTexts[view.locale].secondFactor
  return form({
    action: `${action}/remove`,
    token: view.token,
    content: [
      html`<p>${words.present}</p>`,
      currentPassword("password-to-remove", view),
      needsCode(view) && field({ name: "code", label: words.code, autocomplete: "one-time-code" }),
      html`<p class="actions"><button class="other">${words.remove}</button></p>`
    ]
  })
}

/** Form that adds an authenticator. */
const additionForm = (action: string, view: AccountView): HtmlValue => {
  const words = accountTexts[view.locale].secondFactor
  return form({
    action,
    token: view.token,
    content: [
      html`<p>${words.absent}</p>`,
      currentPassword("password-to-add", view),
      needsCode(view) && field({
        id: "code-to-add",
        name: "code",
        label: words.backupCode,
        autocomplete: "off",
        hint: words.backupCodeHint
      }),
      html`<p class="actions"><button>${words.add}</button></p>`
    ]
  })
}

const secondFactorSection = (urls: RealmUrls, view: AccountView): HtmlValue => {
  const { locale } = view
  const action = `${urls.path}/account/second-factor`
  return [
    html`<h2 id="second-factor">${accountTexts[locale].secondFactor.title}</h2>`,
    notesOf(view, "second-factor"),
    view.account.authenticator ? removalForm(action, view) : additionForm(action, view),
    view.offersPasskeys && passkeySection(urls, {
      locale,
      passkeys: view.passkeys,
      token: view.token,
      needsCode: needsCode(view),
      username: usernameFor(view),
      note: notesOf(view, "passkeys")
    }),
    view.account.backup_codes !== null && backupCodeSection(urls, {
      locale,
      left: view.account.backup_codes,
      needsCode: needsCode(view),
      token: view.token,
      username: usernameFor(view),
      note: notesOf(view, "backup-codes")
    })
  ]
}

const programItem = (urls: RealmUrls, { locale, token }: AccountView) => (program: ConnectedProgram): HtmlValue => {
  const words = accountTexts[locale].programs
  return html`<li><h3>${program.name}</h3>
<dl><dt>${words.address}</dt><dd>${addressesText(locale, program)}</dd>
<dt>${words.id}</dt><dd>${program.client_id}</dd>
<dt>${words.permissions}</dt><dd>${
    program.scope.map((name) => scopeWords(locale, name)).flatMap((text) =>
      text === "" ? [] : [html`<span class="line">${text}</span>`]
    )
  }</dd>
<dt>${words.since}</dt><dd>${momentText(program.connected_on)}</dd>
<dt>${words.used}</dt><dd>${lastUseText(locale, program)}</dd></dl>
${
    form({
      action: `${urls.path}/account/programs/disconnect`,
      token,
      content: html`<input type="hidden" name="grant" value="${program.grant_id}">
<button class="other" aria-label="${words.disconnectNamed(program.name)}">${words.disconnect}</button>`
    })
  }</li>`
}

const programSection = (urls: RealmUrls, view: AccountView): HtmlValue => {
  const words = accountTexts[view.locale].programs
  return [
    html`<h2 id="programs">${words.title}</h2>`,
    notesOf(view, "programs"),
    view.programs.length === 0
      ? html`<p>${words.none}</p>`
      : html`<p class="quiet">${words.explanation}</p>
<ul class="programs">${view.programs.map(programItem(urls, view))}</ul>`
  ]
}

export const accountPage = (urls: RealmUrls, view: AccountView): string => {
  const { locale } = view
  const words = accountTexts[locale]
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      html`<dl><dt>${words.name}</dt><dd>${nameOf(view.account)}</dd>
<dt>${words.username}</dt><dd>${view.account.user.username}</dd>
<dt>${words.email}</dt><dd>${view.account.user.email}${
        urls.areInMails && html` <a href="${urls.path}/account/email">${words.change}</a>`
      }</dd>
<dt>${words.organization}</dt><dd>${view.organization}</dd>
<dt>${words.role}</dt><dd>${view.account.user.role ?? words.noRole}</dd></dl>`,
      html`<p><a href="${urls.path}/account/sessions">${words.sessions}</a></p>`,
      programSection(urls, view),
      passwordSection(urls, view),
      secondFactorSection(urls, view)
    ],
    signedInAs: { name: nameOf(view.account), signOut: view.signOut }
  })
}

/** Groups of four characters, for typing. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ")

export const enrolmentPage = (
  urls: RealmUrls,
  locale: MailLocale,
  { enrolment, problem, token }: {
    /** Undefined if it has been shown before. */
    readonly enrolment?: (SecondFactorEnrolment & { readonly code: HtmlValue }) | undefined
    readonly token: string
    readonly problem?: string | undefined
  }
): string => {
  const words = accountTexts[locale].enrolment
  return layout(urls, {
    locale,
    title: words.title,
    content: [
      problemNote(problem),
      enrolment === undefined ?
        html`<p>${words.again}</p>` :
        html`<p>${words.scan(Redacted.value(enrolment.uri))}</p>
<p class="qr">${enrolment.code}</p>
<p>${words.type}</p>
<p class="code">${grouped(Redacted.value(enrolment.secret))}</p>`,
      form({
        action: `${urls.path}/account/second-factor/confirm`,
        token,
        content: [
          field({
            name: "code",
            label: words.code,
            autocomplete: "one-time-code",
            inputmode: "numeric",
            focused: true
          }),
          html`<p class="actions"><button>${words.confirm}</button></p>`
        ]
      })
    ]
  })
}
