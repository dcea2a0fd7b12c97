import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../shared/pages/Html.ts"
import type { RealmUrls } from "../RealmUrls.ts"
import { backupCodeForm } from "./backupCodePages.ts"
import { field, form, layout, problemNote } from "./layout.ts"

interface SignInForm {
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

const cancelButton = (cancel: string | undefined): HtmlValue =>
  cancel !== undefined && html`<button class="other" formaction="${cancel}" formnovalidate>Cancel</button>`

export const signInPage = (
  urls: RealmUrls,
  { action, cancel, clientName, login, passkeyAction, problem, token }: SignInForm & {
    readonly login?: string | undefined
  }
): string =>
  layout(urls, {
    title: "Sign in",
    content: [
      clientName !== undefined && html`<p>to connect <strong>${clientName}</strong></p>`,
      problemNote(problem),
      form({
        action,
        token,
        content: [
          field({
            name: "login",
            label: "Username or email address",
            autocomplete: "username",
            value: login,
            focused: login === undefined
          }),
          field({
            name: "password",
            label: "Password",
            type: "password",
            autocomplete: "current-password",
            focused: login !== undefined
          }),
          html`<p class="actions"><button>Sign in</button>${cancelButton(cancel)}</p>`
        ]
      }),
      passkeyForm(passkeyAction, token, "", "Sign in with a passkey"),
      urls.areInMails && html`<p><a href="${urls.path}/password/forgot">Forgot your password?</a></p>`
    ]
  })

export const secondFactorPage = (
  urls: RealmUrls,
  { action, authenticator, cancel, locale, passkeyAction, problem, ticket, token }: SignInForm & {
    /** True if the account has an authenticator with six digits. */
    readonly authenticator: boolean
    readonly ticket: string
    readonly locale: MailLocale
  }
): string =>
  layout(urls, {
    title: authenticator ? "Enter your code" : "Use your second factor",
    content: [
      html`<p>Your account has a second factor. ${
        authenticator ? "Enter the code that your authenticator shows now." : "Continue with your passkey."
      }</p>`,
      problemNote(problem),
      authenticator && form({
        action,
        token,
        content: [
          html`<input type="hidden" name="ticket" value="${ticket}">`,
          field({
            name: "code",
            label: "Code of six digits",
            autocomplete: "one-time-code",
            inputmode: "numeric",
            focused: true
          }),
          html`<p class="actions"><button>Continue</button>${cancelButton(cancel)}</p>`
        ]
      }),
      passkeyForm(passkeyAction, token, ticket, "Use your passkey"),
      backupCodeForm({ action, locale, ticket, token })
    ]
  })

export const signedOutPage = (urls: RealmUrls): string =>
  layout(urls, {
    title: "Signed out",
    content: html`<p>You have signed out on this device. Programs that you have connected stay connected; your
<a href="${urls.path}/account">account page</a> lists them.</p>`
  })
