import type { MailMessage } from "@namewright/core/mail"
import { DateTime } from "effect"

/** A message in the form of `nodemailer`. Addresses are objects: a text would be parsed as a list of addresses. */
export const nodemailerMessage = (message: MailMessage, date: DateTime.Utc) => ({
  from: message.from,
  to: [{ name: "", address: message.to }],
  subject: message.subject,
  text: message.text,
  html: message.html,
  messageId: message.message_id,
  date: DateTime.toDateUtc(date),
  // RFC 3834: automatic answers, such as notices of absence, are not sent to these mails.
  headers: { "Auto-Submitted": "auto-generated" },
  ...(message.dkim === undefined ? {} : {
    dkim: {
      domainName: message.dkim.domain,
      keySelector: message.dkim.selector,
      privateKey: message.dkim.private_key
    }
  }),
  disableFileAccess: true,
  disableUrlAccess: true
})
