import { defineMailTemplate } from "../MailTemplate.ts"
import { declarationParts } from "./declarationParts.ts"

const { closing, expiry, greeting, sign, variables } = declarationParts

/** Reminds the holder of a new domain of the declaration that is not signed yet. */
export const declarationReminder = defineMailTemplate({
  name: "declaration_reminder",
  label: "Reminder of a declaration",
  version: 1,
  variables,
  subject: {
    en: "Reminder: the declaration for {{domain_name}} is not signed yet",
    de: "Erinnerung: Die Erklärung für {{domain_name}} fehlt noch"
  },
  blocks: {
    greeting,
    reason: {
      label: "Reason",
      text: {
        en: "The domain {{domain_name}} is not registered yet, because its registry waits for your declaration.",
        de: "Die Domain {{domain_name}} ist noch nicht registriert, weil der Registrierungsstelle Ihre Erklärung fehlt."
      }
    },
    sign,
    expiry,
    closing
  }
})
