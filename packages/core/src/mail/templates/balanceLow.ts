import { defineMailTemplate } from "../MailTemplate.ts"

/** Tells people who see the billing of an organization that its balance fell below its threshold. */
export const balanceLow = defineMailTemplate({
  name: "balance_low",
  label: "Notice of a low balance",
  version: 1,
  variables: {
    name: { type: "text", sample: "Ada Lovelace" },
    organization: { type: "text", sample: "Example Hosting" },
    balance: { type: "text", sample: "17.50 EUR" },
    threshold: { type: "text", sample: "20.00 EUR" }
  },
  subject: {
    en: "The balance of {{organization}} is {{balance}}",
    de: "Das Guthaben von {{organization}} beträgt {{balance}}"
  },
  blocks: {
    greeting: { label: "Greeting", text: { en: "Hello {{name}},", de: "Guten Tag {{name}}," } },
    reason: {
      label: "Reason",
      text: {
        en: "The balance of {{organization}} is {{balance}}, which is below the threshold of {{threshold}}.",
        de:
          "Das Guthaben von {{organization}} beträgt {{balance}} und liegt damit unter der Schwelle von {{threshold}}."
      }
    },
    consequence: {
      label: "Consequence",
      text: {
        en: "Orders and renewals that the balance does not cover are refused. Please top it up in time.",
        de:
          "Bestellungen und Verlängerungen, die das Guthaben nicht deckt, werden abgelehnt. Bitte laden Sie es rechtzeitig auf."
      }
    },
    closing: {
      label: "Closing",
      text: {
        en: "You receive this mail because your role includes the billing of {{organization}}.",
        de: "Sie erhalten diese E-Mail, weil Ihre Rolle die Abrechnung von {{organization}} umfasst."
      }
    }
  }
})
