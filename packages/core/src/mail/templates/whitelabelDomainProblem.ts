import { defineMailTemplate } from "../MailTemplate.ts"
import { userMailParts } from "./userMailParts.ts"

/** Tells people who manage a brand that the own domain of its hosts was lost, or is about to be. */
export const whitelabelDomainProblem = defineMailTemplate({
  name: "whitelabel_domain_problem",
  label: "Problem of the domain of white-label hosts",
  version: 1,
  variables: {
    name: userMailParts.variables.name,
    domain_name: { type: "text", sample: "example.com" },
    reason: { type: "text", sample: "It is not delegated to our nameservers." },
    consequence: {
      type: "text",
      sample: "Unless this is resolved, your hosts are taken out of service after 24 hours."
    }
  },
  subject: {
    en: "Your hosts at {{domain_name}}",
    de: "Ihre Hosts unter {{domain_name}}"
  },
  blocks: {
    greeting: userMailParts.greeting,
    reason: {
      label: "Reason",
      text: {
        en: "A check of {{domain_name}}, the domain of your dashboard and sign-in, has found a problem. {{reason}}",
        de:
          "Eine Prüfung von {{domain_name}}, der Domain Ihres Dashboards und Ihrer Anmeldung, hat ein Problem ergeben. {{reason}}"
      }
    },
    consequence: {
      label: "Consequence",
      text: { en: "{{consequence}}", de: "{{consequence}}" }
    },
    closing: {
      label: "Closing",
      text: {
        en: "You receive this mail because your role includes the management of the brand.",
        de: "Sie erhalten diese E-Mail, weil Ihre Rolle die Verwaltung der Marke umfasst."
      }
    }
  }
})
