import { DateTime } from "effect"
import { type MailLocale, mailTemplates, type NewMail } from "../mail/index.ts"
import { Money } from "../shared/index.ts"
import type { StoredInvoice } from "./Invoice.ts"
import { invoiceTexts } from "./invoiceTexts.ts"

/** Recipient of the mails about documents of a payer. */
export interface DocumentRecipient {
  readonly email: string
  readonly language: MailLocale
}

const template = mailTemplates.invoiceAvailable

const paymentText = (document: StoredInvoice, language: MailLocale): string => {
  const texts = invoiceTexts[language]
  if (document.document_type === "receipt") return texts.added
  if (document.invoice_type === "credit") return texts.credited
  if (document.payment_status === "succeeded") return texts.settled
  const format = new Intl.DateTimeFormat(language, { dateStyle: "long", timeZone: "UTC" })
  return `${texts.due}: ${format.format(DateTime.toEpochMillis(document.payment_due_date))}`
}

/** Mail about a new document. */
export const invoiceMail = (
  document: StoredInvoice,
  { email, language }: DocumentRecipient
): NewMail<typeof template.variables> => {
  const { amount, content: { buyer, issuer }, currency, document_type, invoice_id, invoice_type, number } = document
  const kind = document_type === "receipt" ? "receipt" : invoice_type === "credit" ? "credit" : "invoice"
  return {
    cause: `invoice_available/${invoice_id}`,
    organization_id: document.organization_id,
    to: email,
    locale: language,
    template,
    values: {
      organization: buyer.name,
      issuer: issuer.name,
      document: `${invoiceTexts[language][kind]} ${number}`,
      amount: `${Money.toDecimal(amount)} ${currency}`,
      payment: paymentText(document, language)
    }
  }
}
