import { defineMailTemplate, type MailText } from "../MailTemplate.ts"
import { userMailParts } from "./userMailParts.ts"

interface Notice {
  readonly name: string
  readonly label: string
  readonly subject: MailText
  readonly reason: MailText
}

/** Notice about an account, with a link for the case that somebody else has caused it. */
export const accountNotice = ({ label, name, reason, subject }: Notice) =>
  defineMailTemplate({
    name,
    label,
    version: 1,
    variables: {
      ...userMailParts.variables,
      day: { type: "date", sample: "2030-01-15T09:00:00Z" },
      reset_url: { type: "url", sample: "https://example.com/realms/production/password/forgot" }
    },
    subject,
    blocks: {
      greeting: userMailParts.greeting,
      reason: { label: "Reason", text: reason },
      advice: {
        label: "Advice",
        text: {
          en: "If it was you, there is nothing to do. If it was somebody else, set a new password now.",
          de: "Falls Sie es waren, ist nichts zu tun. Falls es jemand anderes war, setzen Sie jetzt ein neues Passwort."
        }
      },
      reset: {
        label: "Link",
        link: "reset_url",
        text: { en: "Set a new password", de: "Neues Passwort setzen" }
      }
    }
  })
