import type { MailLocale } from "@namewright/core/mail"

export interface ForgottenTexts {
  readonly title: string
  readonly intro: string
  readonly login: string
  readonly send: string
  readonly back: string
  readonly empty: string
  readonly limited: (minutes: number) => string
  readonly done: { readonly title: string; readonly text: string; readonly nothing: string }
}

export const forgottenTexts: Readonly<Record<MailLocale, ForgottenTexts>> = {
  en: {
    title: "Forgot your password?",
    intro: "Enter your username or your email address. You get a mail with a link to set a new password.",
    login: "Username or email address",
    send: "Send the link",
    back: "Back to the sign-in page",
    empty: "Enter your username or your email address.",
    limited: (minutes) =>
      `Too many requests; try again in ${
        minutes > 1 ? `${minutes} minutes` : "a minute"
      }. Links that were sent still work.`,
    done: {
      title: "Look into your mails",
      text:
        "If there is an account with this name or address, a mail with a link is on its way. The link works for one hour.",
      nothing:
        "Nothing arrives? Look into the folder for spam, check the name, or ask the administrator of your organization."
    }
  },
  de: {
    title: "Passwort vergessen?",
    intro:
      "Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein. Sie erhalten eine E-Mail mit einem Link, mit dem Sie ein neues Passwort setzen.",
    login: "Benutzername oder E-Mail-Adresse",
    send: "Link senden",
    back: "Zurück zur Anmeldung",
    empty: "Geben Sie Ihren Benutzernamen oder Ihre E-Mail-Adresse ein.",
    limited: (minutes) =>
      `Zu viele Anfragen; versuchen Sie es in ${
        minutes > 1 ? `${minutes} Minuten` : "einer Minute"
      } noch einmal. Schon gesendete Links funktionieren weiterhin.`,
    done: {
      title: "Sehen Sie in Ihre E-Mails",
      text:
        "Falls es einen Zugang mit diesem Namen oder dieser Adresse gibt, ist eine E-Mail mit einem Link unterwegs. Der Link funktioniert eine Stunde lang.",
      nothing:
        "Es kommt nichts an? Sehen Sie im Spam-Ordner nach, prüfen Sie den Namen, oder fragen Sie die Verwaltung Ihrer Organisation."
    }
  }
}
