import { userMailParts } from "./userMailParts.ts"

/** Parts that the mails about a change of address share. */
export const addressMailParts = {
  variables: {
    ...userMailParts.variables,
    new_email: { type: "text", sample: "ada@example.com" },
    address_url: { type: "url", sample: "https://example.com/realms/production/address?token=sample" },
    expires_on: { type: "date", sample: "2030-01-15T09:00:00Z" }
  },
  greeting: userMailParts.greeting,
  expiry: {
    label: "Validity",
    text: {
      en: "The link is valid until {{expires_on}}.",
      de: "Der Link ist bis zum {{expires_on}} gültig."
    }
  }
} as const
