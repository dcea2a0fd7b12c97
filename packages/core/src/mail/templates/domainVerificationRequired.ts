import { defineMailTemplate } from "../MailTemplate.ts"
import { domainMailParts } from "./domainMailParts.ts"

/** Tells the organization of a domain that its contacts have to be verified. */
export const domainVerificationRequired = defineMailTemplate({
  name: "domain_verification_required",
  label: "Notice of a required verification",
  version: 1,
  variables: {
    name: { type: "text", sample: "Example Ltd" },
    domain_name: domainMailParts.variables.domain_name,
    contacts: { type: "text", sample: "Ada Lovelace (ada@example.com)" },
    claims: { type: "text", sample: "email address" },
    consequence: { type: "text", sample: "Without it, the domain is removed from the DNS on January 30, 2030." }
  },
  subject: {
    en: "Verification required for {{domain_name}}",
    de: "Verifizierung für {{domain_name}} erforderlich"
  },
  blocks: {
    greeting: domainMailParts.greeting,
    demand: {
      label: "Demand",
      text: {
        en: "The contact data of {{domain_name}} has to be verified: {{claims}} of {{contacts}}.",
        de: "Die Kontaktdaten von {{domain_name}} müssen verifiziert werden: {{claims}} von {{contacts}}."
      }
    },
    consequence: {
      label: "Consequence",
      text: { en: "{{consequence}}", de: "{{consequence}}" }
    },
    closing: {
      label: "Closing",
      text: {
        en: "You receive this mail because your organization manages {{domain_name}}.",
        de: "Sie erhalten diese E-Mail, weil Ihre Organisation {{domain_name}} verwaltet."
      }
    }
  }
})
