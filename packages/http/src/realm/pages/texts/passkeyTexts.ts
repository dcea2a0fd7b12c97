import type { PasskeyRefused } from "@namewright/core/access"
import type { MailLocale } from "@namewright/core/mail"
import { limits } from "@namewright/core/shared"

interface Texts {
  /** Messages of the script, and of the page without it. */
  readonly script: {
    readonly failed: string
    readonly registered: string
    readonly unsupported: string
    readonly needed: string
  }
  readonly signIn: {
    readonly title: string
    readonly explanation: string
    readonly button: string
    readonly cancel: string
    readonly late: string
    readonly refused: string
  }
  readonly add: {
    readonly title: string
    readonly explanation: string
    readonly name: string
    readonly hint: string
    readonly button: string
    readonly back: string
    readonly late: string
  }
  readonly refused: Readonly<Record<PasskeyRefused["reason"], string>>
  /** Section of the account page. */
  readonly section: {
    readonly title: string
    readonly explanation: string
    readonly since: string
    readonly used: string
    readonly never: string
    readonly password: string
    readonly code: string
    readonly add: string
    readonly name: string
    readonly rename: string
    readonly renameNamed: (name: string) => string
    readonly renamed: string
    readonly nameless: string
    readonly remove: string
    readonly removeNamed: (name: string) => string
    readonly added: string
    readonly removed: string
  }
}

export const passkeyTexts: Readonly<Record<MailLocale, Texts>> = {
  en: {
    script: {
      failed: "Your browser did not use a passkey. Try again.",
      registered: "This device has a passkey for your account already.",
      unsupported: "Your browser does not support passkeys.",
      needed: "Passkeys need scripts, which your browser does not run."
    },
    signIn: {
      title: "Sign in with a passkey",
      explanation: "Your browser asks for your passkey.",
      button: "Use your passkey",
      cancel: "Cancel",
      late: "That took too long. Try again.",
      refused: "The passkey was not accepted."
    },
    add: {
      title: "Add a passkey",
      explanation: "Your browser creates a passkey on this device, on your phone or on a security key.",
      name: "Name of the passkey",
      hint: "For you, to recognize it later: “Laptop”, “Blue key”.",
      button: "Create the passkey",
      back: "Back to your account",
      late: "That took too long. Begin again on your account page."
    },
    refused: {
      invalid: "The passkey was not accepted.",
      registered: "This passkey is registered already.",
      limit: `An account has at most ${limits.passkeys.perUser} passkeys. Remove one first.`
    },
    section: {
      title: "Passkeys",
      explanation:
        "Sign in with your fingerprint, your face or a PIN of your device instead of password and code. With a passkey, the password alone is not sufficient any more.",
      since: "Since",
      used: "Last used",
      never: "not yet",
      password: "Your password",
      code: "Code of your app, or a backup code",
      add: "Add a passkey",
      name: "New name",
      rename: "Rename",
      renameNamed: (name) => `Rename ${name}`,
      renamed: "The passkey has its new name.",
      nameless: "Enter a name for the passkey.",
      remove: "Remove",
      removeNamed: (name) => `Remove ${name}`,
      added: "The passkey has been added; other browsers have been signed out.",
      removed: "The passkey has been removed; other browsers have been signed out."
    }
  },
  de: {
    script: {
      failed: "Ihr Browser hat keinen Passkey verwendet. Versuchen Sie es noch einmal.",
      registered: "Dieses Gerät hat schon einen Passkey für Ihr Konto.",
      unsupported: "Ihr Browser unterstützt keine Passkeys.",
      needed: "Passkeys brauchen Skripte, die Ihr Browser nicht ausführt."
    },
    signIn: {
      title: "Mit einem Passkey anmelden",
      explanation: "Ihr Browser fragt nach Ihrem Passkey.",
      button: "Passkey verwenden",
      cancel: "Abbrechen",
      late: "Das hat zu lange gedauert. Versuchen Sie es noch einmal.",
      refused: "Der Passkey wurde nicht angenommen."
    },
    add: {
      title: "Passkey hinzufügen",
      explanation:
        "Ihr Browser erzeugt einen Passkey auf diesem Gerät, auf Ihrem Telefon oder auf einem Sicherheitsschlüssel.",
      name: "Name des Passkeys",
      hint: "Daran erkennen Sie ihn später: „Laptop“, „Blauer Schlüssel“.",
      button: "Passkey erzeugen",
      back: "Zurück zu Ihrem Konto",
      late: "Das hat zu lange gedauert. Beginnen Sie noch einmal auf der Seite Ihres Kontos."
    },
    refused: {
      invalid: "Der Passkey wurde nicht angenommen.",
      registered: "Dieser Passkey ist schon registriert.",
      limit: `Ein Konto hat höchstens ${limits.passkeys.perUser} Passkeys. Entfernen Sie zuerst einen.`
    },
    section: {
      title: "Passkeys",
      explanation:
        "Melden Sie sich mit Fingerabdruck, Gesicht oder PIN Ihres Geräts an statt mit Passwort und Code. Mit einem Passkey reicht das Passwort allein nicht mehr aus.",
      since: "Seit",
      used: "Zuletzt verwendet",
      never: "noch nicht",
      password: "Ihr Passwort",
      code: "Code Ihrer App oder ein Ersatzcode",
      add: "Passkey hinzufügen",
      name: "Neuer Name",
      rename: "Umbenennen",
      renameNamed: (name) => `${name} umbenennen`,
      renamed: "Der Passkey hat seinen neuen Namen.",
      nameless: "Geben Sie einen Namen für den Passkey ein.",
      remove: "Entfernen",
      removeNamed: (name) => `${name} entfernen`,
      added: "Der Passkey wurde hinzugefügt; andere Browser wurden abgemeldet.",
      removed: "Der Passkey wurde entfernt; andere Browser wurden abgemeldet."
    }
  }
}
