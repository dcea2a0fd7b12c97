import type { Passkey, SecondFactorEnrolment, SignInAccount } from "@namewright/core/access"
import { Redacted } from "effect"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { ConnectedProgram } from "../ConnectedPrograms.ts"
import { scopeWords } from "../realmScopes.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { backupCodeSection } from "./backupCodePages.ts"
import { doneNote, field, form, layout, problemNote } from "./layout.ts"
import { passkeySection } from "./passkeyPages.ts"
import { addressesText, lastUseText, momentText } from "./programTexts.ts"

/** Sections of the account page. */
export type AccountSection = "password" | "second-factor" | "passkeys" | "backup-codes" | "programs"

export interface AccountView {
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
  html`${usernameFor(view)}<p class="field"><label for="${name}">Your password</label>
<input id="${name}" name="password" type="password" autocomplete="current-password" required></p>`

const passwordSection = (urls: RealmUrls, view: AccountView): HtmlValue => [
  html`<h2 id="password">Password</h2>`,
  notesOf(view, "password"),
  form({
    action: `${urls.path}/account/password`,
    token: view.token,
    content: [
      usernameFor(view),
      field({ name: "current", label: "Current password", type: "password", autocomplete: "current-password" }),
      field({
        name: "next",
        label: "New password",
        type: "password",
        autocomplete: "new-password",
        hint: "12 characters or more. Other browsers will be signed out."
      }),
      html`<p class="actions"><button>Change the password</button></p>`
    ]
  })
]

/** True if forms that change second factors need a code besides the password. */
const needsCode = ({ account, hasShownPasskey }: AccountView): boolean => account.second_factor && !hasShownPasskey

const secondFactorSection = (urls: RealmUrls, view: AccountView): HtmlValue => {
  const action = `${urls.path}/account/second-factor`
  return [
    html`<h2 id="second-factor">Second factor</h2>`,
    notesOf(view, "second-factor"),
    view.account.authenticator
      ? form({
        action: `${action}/remove`,
        token: view.token,
        content: [
          html`<p>You need a code after your password.</p>`,
          currentPassword("password-to-remove", view),
          needsCode(view) && field({
            name: "code",
            label: "Code that your app shows now, or a backup code",
            autocomplete: "one-time-code"
          }),
          html`<p class="actions"><button class="other">Remove the second factor</button></p>`
        ]
      })
      : form({
        action,
        token: view.token,
        content: [
          html`<p>Require a code of an authenticator app after your password.</p>`,
          currentPassword("password-to-add", view),
          needsCode(view) && field({
            id: "code-to-add",
            name: "code",
            label: "A backup code",
            autocomplete: "off",
            hint: "Not needed within 15 minutes after a sign-in with your passkey."
          }),
          html`<p class="actions"><button>Add a second factor</button></p>`
        ]
      }),
    view.offersPasskeys && passkeySection(urls, {
      locale: "en",
      passkeys: view.passkeys,
      token: view.token,
      needsCode: needsCode(view),
      username: usernameFor(view),
      note: notesOf(view, "passkeys")
    }),
    view.account.backup_codes !== null && backupCodeSection(urls, {
      locale: "en",
      left: view.account.backup_codes,
      needsCode: needsCode(view),
      token: view.token,
      username: usernameFor(view),
      note: notesOf(view, "backup-codes")
    })
  ]
}

const programItem = (urls: RealmUrls, { token }: AccountView) => (program: ConnectedProgram): HtmlValue =>
  html`<li><h3>${program.name}</h3>
<dl><dt>Address</dt><dd>${addressesText(program)}</dd>
<dt>Program id</dt><dd>${program.client_id}</dd>
<dt>It can</dt><dd>${
    program.scope.map(scopeWords).flatMap((words) => words === "" ? [] : [html`<span class="line">${words}</span>`])
  }</dd>
<dt>Since</dt><dd>${momentText(program.connected_on)}</dd>
<dt>Last used</dt><dd>${lastUseText(program)}</dd></dl>
${
    form({
      action: `${urls.path}/account/programs/disconnect`,
      token,
      content: html`<input type="hidden" name="grant" value="${program.grant_id}">
<button class="other" aria-label="Disconnect ${program.name}">Disconnect</button>`
    })
  }</li>`

const programSection = (urls: RealmUrls, view: AccountView): HtmlValue => [
  html`<h2 id="programs">Connected programs</h2>`,
  notesOf(view, "programs"),
  view.programs.length === 0
    ? html`<p>You have not let any program act for you.</p>`
    : html`<p class="quiet">Programs choose their names themselves. Distinguish programs with the same name by address and last use.</p>
<ul class="programs">${view.programs.map(programItem(urls, view))}</ul>`
]

export const accountPage = (urls: RealmUrls, view: AccountView): string =>
  layout(urls, {
    title: "Your account",
    content: [
      html`<dl><dt>Name</dt><dd>${nameOf(view.account)}</dd>
<dt>Username</dt><dd>${view.account.user.username}</dd>
<dt>Email address</dt><dd>${view.account.user.email}${
        urls.areInMails && html` <a href="${urls.path}/account/email">Change</a>`
      }</dd>
<dt>Organization</dt><dd>${view.organization}</dd>
<dt>Role</dt><dd>${view.account.user.role ?? "none"}</dd></dl>`,
      html`<p><a href="${urls.path}/account/sessions">Your sessions</a></p>`,
      programSection(urls, view),
      passwordSection(urls, view),
      secondFactorSection(urls, view)
    ],
    signedInAs: { name: nameOf(view.account), signOut: view.signOut }
  })

/** Groups of four characters, for typing. */
const grouped = (secret: string): string => secret.replaceAll(/(.{4})(?=.)/g, "$1 ")

export const enrolmentPage = (
  urls: RealmUrls,
  { enrolment, problem, token }: {
    /** Undefined if it has been shown before. */
    readonly enrolment?: (SecondFactorEnrolment & { readonly code: HtmlValue }) | undefined
    readonly token: string
    readonly problem?: string | undefined
  }
): string =>
  layout(urls, {
    title: "Add a second factor",
    content: [
      problemNote(problem),
      enrolment === undefined ?
        html`<p>Enter a code for the key that you were shown.</p>` :
        html`<p>Scan this code with your authenticator app, or <a href="${
          Redacted.value(enrolment.uri)
        }">open it in an app
on this device</a>. It is shown this once.</p>
<p class="qr">${enrolment.code}</p>
<p>If you cannot scan it, type this key into the app:</p>
<p class="code">${grouped(Redacted.value(enrolment.secret))}</p>`,
      form({
        action: `${urls.path}/account/second-factor/confirm`,
        token,
        content: [
          field({
            name: "code",
            label: "Code that the app shows now",
            autocomplete: "one-time-code",
            inputmode: "numeric",
            focused: true
          }),
          html`<p class="actions"><button>Confirm</button></p>`
        ]
      })
    ]
  })
