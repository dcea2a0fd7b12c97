import { defineMailTemplate, type MailText } from "../MailTemplate.ts"
import { domainMailParts } from "./domainMailParts.ts"

interface Notice {
  readonly name: string
  readonly label: string
  readonly subject: MailText
}

/** Notice to a registrant about a transfer, to another registrar or from it. Source: ICANN, Transfer Policy. */
export const transferNotice = ({ label, name, subject }: Notice) =>
  defineMailTemplate({
    name,
    label,
    version: 1,
    variables: {
      ...domainMailParts.variables,
      day: { type: "date", sample: "2030-01-15T09:00:00Z" },
      transfer: { type: "text", sample: "Another registrar has requested the transfer of example.com." },
      objection: { type: "text", sample: "If you do not want it, contact us at once." }
    },
    subject,
    blocks: {
      greeting: domainMailParts.greeting,
      transfer: {
        label: "Transfer",
        text: { en: "{{transfer}} Date: {{day}}.", de: "{{transfer}} Datum: {{day}}." }
      },
      objection: {
        label: "Objection",
        text: { en: "{{objection}}", de: "{{objection}}" }
      },
      closing: domainMailParts.registrant
    }
  })
