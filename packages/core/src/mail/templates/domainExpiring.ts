import { defineMailTemplate } from "../MailTemplate.ts"
import { domainMailParts } from "./domainMailParts.ts"

/** Notifies a registrant of the end of a domain's term, before and after it. Source: ICANN, Expired Registration Recovery Policy. */
export const domainExpiring = defineMailTemplate({
  name: "domain_expiring",
  label: "Notice of the expiry of a domain",
  version: 1,
  variables: {
    ...domainMailParts.variables,
    expires_on: { type: "date", sample: "2030-01-15T09:00:00Z" },
    renewal: { type: "text", sample: "It is renewed automatically. You need not do anything." }
  },
  subject: {
    en: "Expiry of {{domain_name}} on {{expires_on}}",
    de: "Ablauf von {{domain_name}} am {{expires_on}}"
  },
  blocks: {
    greeting: domainMailParts.greeting,
    expiry: {
      label: "Date of expiry",
      text: {
        en: "The date of expiry of your domain {{domain_name}} is {{expires_on}}.",
        de: "Das Ablaufdatum Ihrer Domain {{domain_name}} ist der {{expires_on}}."
      }
    },
    renewal: {
      label: "Renewal",
      text: { en: "{{renewal}}", de: "{{renewal}}" }
    },
    closing: domainMailParts.registrant
  }
})
