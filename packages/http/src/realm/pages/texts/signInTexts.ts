import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../../shared/pages/Html.ts"

interface SignInTexts {
  readonly title: string
  readonly connects: (program: HtmlValue) => HtmlValue
  readonly login: string
  readonly password: string
  readonly button: string
  readonly cancel: string
  readonly passkey: string
  readonly forgotten: string
  readonly secondFactor: {
    readonly codeTitle: string
    readonly codeText: string
    readonly passkeyTitle: string
    readonly passkeyText: string
    readonly code: string
    readonly button: string
    readonly passkey: string
  }
  readonly signedOut: { readonly title: string; readonly text: (account: string) => HtmlValue }
}

export const signInTexts: Readonly<Record<MailLocale, SignInTexts>> = {
  en: {
    title: "Sign in",
    connects: (program) => html`to connect ${program}`,
    login: "Username or email address",
    password: "Password",
    button: "Sign in",
    cancel: "Cancel",
    passkey: "Sign in with a passkey",
    forgotten: "Forgot your password?",
    secondFactor: {
      codeTitle: "Enter your code",
      codeText: "Your account has a second factor. Enter the code that your authenticator shows now.",
      passkeyTitle: "Use your second factor",
      passkeyText: "Your account has a second factor. Continue with your passkey.",
      code: "Code of six digits",
      button: "Continue",
      passkey: "Use your passkey"
    },
    signedOut: {
      title: "Signed out",
      text: (account) =>
        html`You have signed out on this device. Programs that you have connected stay connected; your
<a href="${account}">account page</a> lists them.`
    }
  },
  de: {
    title: "Anmelden",
    connects: (program) => html`um ${program} zu verbinden`,
    login: "Benutzername oder E-Mail-Adresse",
    password: "Passwort",
    button: "Anmelden",
    cancel: "Abbrechen",
    passkey: "Mit einem Passkey anmelden",
    forgotten: "Passwort vergessen?",
    secondFactor: {
      codeTitle: "Geben Sie Ihren Code ein",
      codeText: "Ihr Konto hat einen zweiten Faktor. Geben Sie den Code ein, den Ihre App jetzt zeigt.",
      passkeyTitle: "Verwenden Sie Ihren zweiten Faktor",
      passkeyText: "Ihr Konto hat einen zweiten Faktor. Fahren Sie mit Ihrem Passkey fort.",
      code: "Code aus sechs Ziffern",
      button: "Weiter",
      passkey: "Passkey verwenden"
    },
    signedOut: {
      title: "Abgemeldet",
      text: (account) =>
        html`Sie sind auf diesem Gerät abgemeldet. Verbundene Programme bleiben verbunden; Ihre
<a href="${account}">Kontoseite</a> führt sie auf.`
    }
  }
}
