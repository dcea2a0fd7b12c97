import { defineMailTemplate } from "../MailTemplate.ts"
import { userMailParts } from "./userMailParts.ts"

/** Invites a new user to set a password. */
export const userInvitation = defineMailTemplate({
  name: "user_invitation",
  label: "Invitation of a user",
  version: 1,
  variables: {
    ...userMailParts.variables,
    organization: { type: "text", sample: "Example Ltd" },
    password_url: { type: "url", sample: "https://example.com/realms/production/password?token=sample" },
    expires_on: { type: "date", sample: "2030-01-15T09:00:00Z" }
  },
  subject: {
    en: "Your account at {{organization}}",
    de: "Ihr Zugang bei {{organization}}"
  },
  blocks: {
    greeting: userMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en:
          "An account with the username {{username}} was created for you at {{organization}}. Choose a password to use it.",
        de:
          "Für Sie wurde bei {{organization}} ein Zugang mit dem Benutzernamen {{username}} angelegt. Wählen Sie ein Passwort, um ihn zu nutzen."
      }
    },
    set: {
      label: "Link",
      link: "password_url",
      text: { en: "Choose a password", de: "Passwort wählen" }
    },
    expiry: {
      label: "Validity",
      text: {
        en: "The link is valid until {{expires_on}} and works once.",
        de: "Der Link ist bis zum {{expires_on}} gültig und funktioniert einmal."
      }
    },
    closing: {
      label: "Closing",
      text: {
        en: "If you do not expect this account, you can ignore this mail.",
        de: "Falls Sie diesen Zugang nicht erwarten, können Sie diese E-Mail ignorieren."
      }
    }
  }
})
