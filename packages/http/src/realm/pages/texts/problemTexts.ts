import type { MailLocale } from "@namewright/core/mail"

/** Reasons for which a password or code is refused. */
interface ProblemTexts {
  readonly login: string
  readonly password: string
  readonly code: string
  readonly throttled: (minutes: number) => string
  /** The password step was too long ago. */
  readonly late: string
}

export const problemTexts: Readonly<Record<MailLocale, ProblemTexts>> = {
  en: {
    login: "The username or the password is wrong.",
    password: "The password is wrong.",
    code: "The code is wrong, or it was used before.",
    throttled: (minutes) =>
      `Too many attempts to sign in; try again in ${minutes > 1 ? `${minutes} minutes` : "a minute"}.`,
    late: "That took too long. Sign in again."
  },
  de: {
    login: "Der Benutzername oder das Passwort ist falsch.",
    password: "Das Passwort ist falsch.",
    code: "Der Code ist falsch oder wurde schon verwendet.",
    throttled: (minutes) =>
      `Zu viele Anmeldeversuche; versuchen Sie es in ${
        minutes > 1 ? `${minutes} Minuten` : "einer Minute"
      } noch einmal.`,
    late: "Das hat zu lange gedauert. Melden Sie sich noch einmal an."
  }
}
