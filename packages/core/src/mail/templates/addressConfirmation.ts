import { defineMailTemplate } from "../MailTemplate.ts"
import { addressMailParts } from "./addressMailParts.ts"

/** Asks to confirm the new address of a user. */
export const addressConfirmation = defineMailTemplate({
  name: "address_confirmation",
  label: "Confirmation of a new address of a user",
  version: 1,
  variables: addressMailParts.variables,
  subject: { en: "Please confirm your new address", de: "Bitte bestätigen Sie Ihre neue Adresse" },
  blocks: {
    greeting: addressMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en: "{{new_email}} is to become the address of the account {{username}}. Please confirm that it is yours.",
        de:
          "{{new_email}} soll die Adresse des Zugangs {{username}} werden. Bitte bestätigen Sie, dass sie Ihnen gehört."
      }
    },
    open: {
      label: "Link",
      link: "address_url",
      text: { en: "Confirm the address", de: "Adresse bestätigen" }
    },
    expiry: addressMailParts.expiry,
    closing: {
      label: "Closing",
      text: {
        en: "If you do not know this account, you can ignore this mail.",
        de: "Falls Sie diesen Zugang nicht kennen, können Sie diese E-Mail ignorieren."
      }
    }
  }
})
