import { defineMailTemplate } from "../MailTemplate.ts"
import { addressMailParts } from "./addressMailParts.ts"

/** Tells the old address of a user about a change, which it can confirm or cancel. */
export const addressChangeRequested = defineMailTemplate({
  name: "address_change_requested",
  label: "Request for another address of a user",
  version: 1,
  variables: addressMailParts.variables,
  subject: { en: "Your address is to be changed", de: "Ihre Adresse soll geändert werden" },
  blocks: {
    greeting: addressMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en:
          "The address of your account {{username}} is to be changed to {{new_email}}. Open the link to agree, or to cancel the change.",
        de:
          "Die Adresse Ihres Zugangs {{username}} soll in {{new_email}} geändert werden. Öffnen Sie den Link, um zuzustimmen oder die Änderung abzubrechen."
      }
    },
    open: {
      label: "Link",
      link: "address_url",
      text: { en: "Agree or cancel", de: "Zustimmen oder abbrechen" }
    },
    expiry: addressMailParts.expiry,
    closing: {
      label: "Closing",
      text: {
        en: "If you did not want this, cancel the change and set a new password.",
        de: "Falls Sie das nicht wollten, brechen Sie die Änderung ab und setzen Sie ein neues Passwort."
      }
    }
  }
})
