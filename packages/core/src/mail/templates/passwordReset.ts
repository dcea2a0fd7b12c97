import { defineMailTemplate } from "../MailTemplate.ts"
import { userMailParts } from "./userMailParts.ts"

/** Link for a user who has forgotten the password. */
export const passwordReset = defineMailTemplate({
  name: "password_reset",
  label: "Reset of a password",
  version: 1,
  variables: {
    ...userMailParts.variables,
    password_url: { type: "url", sample: "https://example.com/realms/production/password?token=sample" }
  },
  subject: {
    en: "Set a new password",
    de: "Setzen Sie ein neues Passwort"
  },
  blocks: {
    greeting: userMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en: "A new password was requested for your account {{username}}.",
        de: "Für Ihren Zugang {{username}} wurde ein neues Passwort angefordert."
      }
    },
    set: {
      label: "Link",
      link: "password_url",
      text: { en: "Set a new password", de: "Neues Passwort setzen" }
    },
    expiry: {
      label: "Validity",
      text: {
        en: "The link is valid for one hour and works once.",
        de: "Der Link ist eine Stunde lang gültig und funktioniert einmal."
      }
    },
    closing: {
      label: "Closing",
      text: {
        en: "If you did not request it, you can ignore this mail. Your password stays the same.",
        de: "Falls Sie es nicht angefordert haben, können Sie diese E-Mail ignorieren. Ihr Passwort bleibt dasselbe."
      }
    }
  }
})
