import { defineMailTemplate } from "../MailTemplate.ts"

/** Asks the holder of a contact's address to confirm it. */
export const contactVerification = defineMailTemplate({
  name: "contact_verification",
  label: "Verification of a contact's address",
  version: 1,
  variables: {
    name: { type: "text", sample: "Ada Lovelace" },
    email: { type: "text", sample: "ada@example.com" },
    verification_url: { type: "url", sample: "https://example.com/v1/contacts/verify?token=sample" },
    expires_on: { type: "date", sample: "2030-01-15T09:00:00Z" }
  },
  subject: {
    en: "Please confirm {{email}}",
    de: "Bitte bestätigen Sie {{email}}"
  },
  blocks: {
    greeting: {
      label: "Greeting",
      text: { en: "Hello {{name}},", de: "Guten Tag {{name}}," }
    },
    reason: {
      label: "Reason",
      text: {
        en:
          "The address {{email}} is stored as yours in the contact data of a domain. Please confirm that it belongs to you.",
        de:
          "Die Adresse {{email}} ist als Ihre in den Kontaktdaten einer Domain hinterlegt. Bitte bestätigen Sie, dass sie Ihnen gehört."
      }
    },
    confirm: {
      label: "Link",
      link: "verification_url",
      text: { en: "Confirm the address", de: "Adresse bestätigen" }
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
        en: "If you do not know what this is about, you can ignore this mail.",
        de: "Falls Sie nicht wissen, worum es geht, können Sie diese E-Mail ignorieren."
      }
    }
  }
})
