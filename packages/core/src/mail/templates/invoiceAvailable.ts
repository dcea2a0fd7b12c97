import { defineMailTemplate } from "../MailTemplate.ts"

/** Notifies an organization of a new invoice, credit note or receipt. */
export const invoiceAvailable = defineMailTemplate({
  name: "invoice_available",
  label: "New invoice, credit note or receipt",
  version: 1,
  variables: {
    organization: { type: "text", sample: "Example Ltd" },
    issuer: { type: "text", sample: "Example Registrar GmbH" },
    document: { type: "text", sample: "Invoice 2030-000017" },
    amount: { type: "text", sample: "119.00 EUR" },
    payment: { type: "text", sample: "The amount was paid from your balance." }
  },
  subject: {
    en: "{{document}} from {{issuer}}",
    de: "{{document}} von {{issuer}}"
  },
  blocks: {
    greeting: {
      label: "Greeting",
      text: { en: "Hello,", de: "Guten Tag," }
    },
    document: {
      label: "Document and amount",
      text: {
        en: "{{document}} for {{organization}} is available. The amount is {{amount}}.",
        de: "{{document}} für {{organization}} liegt vor. Der Betrag ist {{amount}}."
      }
    },
    payment: {
      label: "Payment",
      text: { en: "{{payment}}", de: "{{payment}}" }
    },
    closing: {
      label: "Closing",
      text: {
        en: "You can download the document in your account.",
        de: "Sie können das Dokument in Ihrem Konto herunterladen."
      }
    }
  }
})
