import type { MailLocale } from "@namewright/core/mail"

interface BackupCodeTexts {
  /** Page that shows new codes. */
  readonly shown: {
    readonly title: string
    readonly done: string
    readonly explanation: string
    readonly onward: string
  }
  /** Section of the account page. */
  readonly section: {
    readonly title: string
    readonly left: (count: number) => string
    readonly password: string
    readonly code: string
    readonly renew: string
    readonly hint: string
  }
  /** Form of the sign-in. */
  readonly signIn: { readonly summary: string; readonly label: string; readonly button: string }
}

export const backupCodeTexts: Readonly<Record<MailLocale, BackupCodeTexts>> = {
  en: {
    shown: {
      title: "Your backup codes",
      done: "Your second factor is set up. Other browsers have been signed out.",
      explanation:
        "Keep these codes in a safe place. Each of them signs you in once, after your password, if you do not have your second factor with you. They are shown this once.",
      onward: "I have kept them"
    },
    section: {
      title: "Backup codes",
      left: (count) => count === 1 ? "1 code is unused." : `${count} codes are unused.`,
      password: "Your password",
      code: "Code that your app shows now, or a backup code",
      renew: "Get new codes",
      hint: "The codes that you have are no longer valid then. Other browsers will be signed out."
    },
    signIn: { summary: "Use a backup code", label: "Backup code", button: "Continue with the backup code" }
  },
  de: {
    shown: {
      title: "Ihre Ersatzcodes",
      done: "Ihr zweiter Faktor ist eingerichtet. Andere Browser wurden abgemeldet.",
      explanation:
        "Bewahren Sie diese Codes sicher auf. Jeder meldet Sie einmal nach Ihrem Passwort an, wenn Sie Ihren zweiten Faktor nicht dabei haben. Sie werden nur dieses eine Mal angezeigt.",
      onward: "Ich habe sie aufbewahrt"
    },
    section: {
      title: "Ersatzcodes",
      left: (count) => count === 1 ? "1 Code ist unbenutzt." : `${count} Codes sind unbenutzt.`,
      password: "Ihr Passwort",
      code: "Code, den Ihre App jetzt zeigt, oder ein Ersatzcode",
      renew: "Neue Codes erzeugen",
      hint: "Die bisherigen Codes sind dann nicht mehr gültig. Andere Browser werden abgemeldet."
    },
    signIn: { summary: "Ersatzcode verwenden", label: "Ersatzcode", button: "Mit dem Ersatzcode weiter" }
  }
}
