import type { MailLocale } from "@namewright/core/mail"
import { html, type HtmlValue } from "../../../shared/pages/Html.ts"

interface AccountTexts {
  readonly title: string
  readonly name: string
  readonly username: string
  readonly email: string
  readonly change: string
  readonly organization: string
  readonly role: string
  readonly noRole: string
  readonly sessions: string
  readonly programs: {
    readonly title: string
    readonly none: string
    readonly explanation: string
    readonly address: string
    readonly id: string
    readonly permissions: string
    readonly since: string
    readonly used: string
    readonly disconnect: string
    readonly disconnectNamed: (name: string) => string
    readonly disconnected: string
  }
  readonly password: {
    readonly title: string
    readonly current: string
    readonly next: string
    readonly hint: string
    readonly change: string
    readonly changed: string
  }
  readonly secondFactor: {
    readonly title: string
    readonly password: string
    readonly present: string
    readonly code: string
    readonly remove: string
    readonly removed: string
    readonly absent: string
    readonly backupCode: string
    readonly backupCodeHint: string
    readonly add: string
    readonly replaced: string
  }
  /** Page that shows the key of a new second factor. */
  readonly enrolment: {
    readonly title: string
    readonly again: string
    readonly scan: (uri: string) => HtmlValue
    readonly type: string
    readonly image: string
    readonly code: string
    readonly confirm: string
  }
}

export const accountTexts: Readonly<Record<MailLocale, AccountTexts>> = {
  en: {
    title: "Your account",
    name: "Name",
    username: "Username",
    email: "Email address",
    change: "Change",
    organization: "Organization",
    role: "Role",
    noRole: "none",
    sessions: "Your sessions",
    programs: {
      title: "Connected programs",
      none: "You have not let any program act for you.",
      explanation:
        "Programs choose their names themselves. Distinguish programs with the same name by address and last use.",
      address: "Address",
      id: "Program id",
      permissions: "It can",
      since: "Since",
      used: "Last used",
      disconnect: "Disconnect",
      disconnectNamed: (name) => `Disconnect ${name}`,
      disconnected: "The program can no longer act for you. Keys that it created have been revoked."
    },
    password: {
      title: "Password",
      current: "Current password",
      next: "New password",
      hint: "12 characters or more. Other browsers will be signed out.",
      change: "Change the password",
      changed: "Your password has been changed; other browsers have been signed out."
    },
    secondFactor: {
      title: "Second factor",
      password: "Your password",
      present: "You need a code after your password.",
      code: "Code that your app shows now, or a backup code",
      remove: "Remove the second factor",
      removed: "From now on, you need only your password to sign in.",
      absent: "Require a code of an authenticator app after your password.",
      backupCode: "A backup code",
      backupCodeHint: "Not needed within 15 minutes after a sign-in with your passkey.",
      add: "Add a second factor",
      replaced: "From now on, you need a code of the new app to sign in."
    },
    enrolment: {
      title: "Add a second factor",
      again: "Enter a code for the key that you were shown.",
      scan: (uri) =>
        html`Scan this code with your authenticator app, or <a href="${uri}">open it in an app
on this device</a>. It is shown this once.`,
      type: "If you cannot scan it, type this key into the app:",
      image: "QR code for your authenticator app",
      code: "Code that the app shows now",
      confirm: "Confirm"
    }
  },
  de: {
    title: "Ihr Konto",
    name: "Name",
    username: "Benutzername",
    email: "E-Mail-Adresse",
    change: "Ändern",
    organization: "Organisation",
    role: "Rolle",
    noRole: "keine",
    sessions: "Ihre Sitzungen",
    programs: {
      title: "Verbundene Programme",
      none: "Kein Programm handelt für Sie.",
      explanation:
        "Programme wählen ihre Namen selbst. Unterscheiden Sie Programme mit gleichem Namen an Adresse und letzter Verwendung.",
      address: "Adresse",
      id: "Kennung",
      permissions: "Es darf",
      since: "Seit",
      used: "Zuletzt verwendet",
      disconnect: "Trennen",
      disconnectNamed: (name) => `${name} trennen`,
      disconnected: "Das Programm kann nicht mehr für Sie handeln. Schlüssel, die es erzeugt hat, sind widerrufen."
    },
    password: {
      title: "Passwort",
      current: "Bisheriges Passwort",
      next: "Neues Passwort",
      hint: "Mindestens 12 Zeichen. Andere Browser werden abgemeldet.",
      change: "Passwort ändern",
      changed: "Ihr Passwort ist geändert; andere Browser wurden abgemeldet."
    },
    secondFactor: {
      title: "Zweiter Faktor",
      password: "Ihr Passwort",
      present: "Nach Ihrem Passwort brauchen Sie einen Code.",
      code: "Code, den Ihre App jetzt zeigt, oder ein Ersatzcode",
      remove: "Zweiten Faktor entfernen",
      removed: "Von nun an brauchen Sie zum Anmelden nur noch Ihr Passwort.",
      absent: "Verlangen Sie nach Ihrem Passwort einen Code einer Authenticator-App.",
      backupCode: "Ein Ersatzcode",
      backupCodeHint: "In den 15 Minuten nach einer Anmeldung mit Ihrem Passkey nicht nötig.",
      add: "Zweiten Faktor hinzufügen",
      replaced: "Von nun an brauchen Sie zum Anmelden einen Code der neuen App."
    },
    enrolment: {
      title: "Zweiten Faktor hinzufügen",
      again: "Geben Sie einen Code zu dem Schlüssel ein, der Ihnen gezeigt wurde.",
      scan: (uri) =>
        html`Scannen Sie diesen Code mit Ihrer Authenticator-App, oder
<a href="${uri}">öffnen Sie ihn in einer App auf diesem Gerät</a>. Er wird nur dieses eine Mal angezeigt.`,
      type: "Wenn Sie ihn nicht scannen können, geben Sie diesen Schlüssel in die App ein:",
      image: "QR-Code für Ihre Authenticator-App",
      code: "Code, den die App jetzt zeigt",
      confirm: "Bestätigen"
    }
  }
}
