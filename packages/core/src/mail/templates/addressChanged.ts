import { defineMailTemplate } from "../MailTemplate.ts"
import { userMailParts } from "./userMailParts.ts"

/** Tells the old address of a user that it was replaced. */
export const addressChanged = defineMailTemplate({
  name: "address_changed",
  label: "Notice of a changed address",
  version: 1,
  variables: userMailParts.variables,
  subject: { en: "Your address was changed", de: "Ihre Adresse wurde geändert" },
  blocks: {
    greeting: userMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en: "The address of your account {{username}} was changed. Mails go to the new address from now on.",
        de: "Die Adresse Ihres Zugangs {{username}} wurde geändert. E-Mails gehen von nun an an die neue Adresse."
      }
    },
    closing: {
      label: "Closing",
      text: {
        en: "If you did not want this, ask the administrator of your organization.",
        de: "Falls Sie das nicht wollten, wenden Sie sich an die Verwaltung Ihrer Organisation."
      }
    }
  }
})
