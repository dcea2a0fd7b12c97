import type { MailLocale } from "@namewright/core/mail"
import { limits } from "@namewright/core/shared"

const { maximum, minimum } = limits.password

/** Reason for which a new password is refused: the two entries differ, or the type of an issue of the policy. */
export type PasswordProblem = "different" | "string_too_short" | "string_too_long" | "value_error"

interface PasswordTexts {
  readonly invitation: { readonly title: string; readonly intro: (organization: string) => string }
  readonly reset: { readonly title: string; readonly intro: (organization: string) => string }
  readonly username: string
  readonly next: string
  readonly hint: string
  readonly again: string
  readonly set: string
  readonly problems: Readonly<Record<PasswordProblem, string>>
  readonly done: { readonly title: string; readonly text: (username: string) => string; readonly signIn: string }
  readonly ended: { readonly title: string; readonly text: string; readonly signIn: string }
}

export const passwordTexts: Readonly<Record<MailLocale, PasswordTexts>> = {
  en: {
    invitation: {
      title: "Choose a password",
      intro: (organization) => `You have been invited to an account at ${organization}.`
    },
    reset: {
      title: "Choose a new password",
      intro: (organization) =>
        `This sets a new password of your account at ${organization}, and signs you out in all browsers.`
    },
    username: "Username",
    next: "New password",
    hint: `${minimum} characters or more.`,
    again: "New password, again",
    set: "Set the password",
    problems: {
      different: "The two passwords are different.",
      string_too_short: `Choose a password of at least ${minimum} characters.`,
      string_too_long: `Choose a password of at most ${maximum} characters.`,
      value_error: "Choose a password that is not your name or address, and not a repetition of a few characters."
    },
    done: {
      title: "Your password is set",
      text: (username) => `From now on, sign in as ${username} with this password.`,
      signIn: "Sign in"
    },
    ended: {
      title: "This link does not work any more",
      text:
        "It was used already, has expired, or was replaced by a newer one. Request another link, or ask the administrator of your organization for an invitation.",
      signIn: "To the sign-in page"
    }
  },
  de: {
    invitation: {
      title: "Wählen Sie ein Passwort",
      intro: (organization) => `Sie sind zu einem Zugang bei ${organization} eingeladen.`
    },
    reset: {
      title: "Wählen Sie ein neues Passwort",
      intro: (organization) =>
        `Damit ändern Sie das Passwort Ihres Zugangs bei ${organization} und werden in allen Browsern abgemeldet.`
    },
    username: "Benutzername",
    next: "Neues Passwort",
    hint: `Mindestens ${minimum} Zeichen.`,
    again: "Neues Passwort, noch einmal",
    set: "Passwort setzen",
    problems: {
      different: "Die beiden Passwörter sind verschieden.",
      string_too_short: `Wählen Sie ein Passwort mit mindestens ${minimum} Zeichen.`,
      string_too_long: `Wählen Sie ein Passwort mit höchstens ${maximum} Zeichen.`,
      value_error:
        "Wählen Sie ein Passwort, das weder Ihr Name noch Ihre Adresse ist und nicht wenige Zeichen wiederholt."
    },
    done: {
      title: "Ihr Passwort ist gesetzt",
      text: (username) => `Melden Sie sich von nun an als ${username} mit diesem Passwort an.`,
      signIn: "Anmelden"
    },
    ended: {
      title: "Dieser Link funktioniert nicht mehr",
      text:
        "Er wurde schon benutzt, ist abgelaufen oder durch einen neueren ersetzt. Fordern Sie einen neuen an, oder bitten Sie die Verwaltung Ihrer Organisation um eine Einladung.",
      signIn: "Zur Anmeldung"
    }
  }
}
