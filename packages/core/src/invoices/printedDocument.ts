import { DateTime } from "effect"
import { formatTaxRate } from "../billing/index.ts"
import type { MailLocale } from "../mail/index.ts"
import { Money } from "../shared/index.ts"
import { daysOfMonth } from "./BillingMonth.ts"
import type { BuyerData, InvoiceItem, StoredInvoice } from "./Invoice.ts"
import type { DocumentFact, PrintedDocument } from "./InvoiceFormats.ts"
import type { IssuerData } from "./InvoiceSettings.ts"
import { invoiceTexts, productText } from "./invoiceTexts.ts"
import { signOn } from "./invoiceTotals.ts"

/** A document in its language, with its transactions. */
export const printedDocument = (invoice: StoredInvoice, items: ReadonlyArray<InvoiceItem>): PrintedDocument => {
  const { content: { buyer, issuer, language }, issuing_date, number } = invoice
  const texts = invoiceTexts[language]
  return {
    title: `${texts[kindOf(invoice)]} ${number}`,
    created_on: issuing_date,
    sender: senderLines(issuer, language),
    recipient: addressLines(buyer),
    facts: factsOf(invoice),
    lines: linesOf(invoice),
    totals: totalsOf(invoice),
    notes: notesOf(invoice),
    details: detailsOf(invoice, items),
    page: texts.page
  }
}

type Kind = "invoice" | "credit" | "receipt"

const kindOf = ({ document_type, invoice_type }: StoredInvoice): Kind =>
  document_type === "receipt" ? "receipt" : invoice_type === "credit" ? "credit" : "invoice"

const moneyIn = (language: MailLocale) => {
  const decimal = new Intl.NumberFormat(language, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
  return (amount: number) => decimal.format(Number(Money.toDecimal(amount)))
}

const dateIn = (language: MailLocale) => {
  const format = new Intl.DateTimeFormat(language, { dateStyle: "medium", timeZone: "UTC" })
  return (instant: DateTime.Utc) => format.format(DateTime.toEpochMillis(instant))
}

const percent = (language: MailLocale, rate: Parameters<typeof formatTaxRate>[0]): string => {
  const text = `${formatTaxRate(rate)} %`
  return language === "de" ? text.replace(".", ",") : text
}

const isText = (text: string | null | undefined): text is string => text !== null && text !== undefined && text !== ""

const addressLines = (
  { address_1, address_2, city, country_code, name, postal_code }: BuyerData
): ReadonlyArray<string> =>
  [name, address_1, address_2, [postal_code, city].filter(isText).join(" "), country_code].filter(isText)

const senderLines = (issuer: IssuerData, language: MailLocale): ReadonlyArray<string> => {
  const texts = invoiceTexts[language]
  return [
    issuer.name,
    issuer.address_1,
    issuer.address_2,
    `${issuer.postal_code} ${issuer.city}, ${issuer.country_code}`,
    issuer.vat_id && `${texts.vat} ${issuer.vat_id}`,
    issuer.tax_number && `${texts.taxNumber} ${issuer.tax_number}`,
    issuer.registration,
    issuer.email,
    issuer.phone
  ].filter(isText)
}

const factsOf = (invoice: StoredInvoice): ReadonlyArray<DocumentFact> => {
  const { content: { buyer, language, month, payment_reference, preceding, settled }, issuing_date } = invoice
  const texts = invoiceTexts[language]
  const date = dateIn(language)
  const days = month === null ? undefined : daysOfMonth(month)
  const shown = (day: string) => date(DateTime.makeUnsafe(`${day}T00:00:00Z`))
  const facts: ReadonlyArray<readonly [string, string | null | undefined | false]> = [
    [texts.number, invoice.number],
    [texts.date, date(issuing_date)],
    [texts.due, !settled && date(invoice.payment_due_date)],
    [texts.period, days && `${shown(days.first)} - ${shown(days.last)}`],
    [texts.customer, buyer.customer_number === null ? null : String(buyer.customer_number)],
    [texts.buyerVat, buyer.vat_id],
    [texts.preceding, preceding.map(({ number }) => number).join(", ")],
    [texts.reference, payment_reference]
  ]
  return facts.flatMap(([label, value]) => value === false || !isText(value) ? [] : [[label, value] as const])
}

const linesOf = ({ content: { language, lines } }: StoredInvoice): PrintedDocument["lines"] => {
  const texts = invoiceTexts[language]
  const money = moneyIn(language)
  return {
    heading: "",
    columns: [
      { heading: texts.description, width: 0.5, align: "left" },
      { heading: texts.count, width: 0.14, align: "right" },
      { heading: texts.rate, width: 0.16, align: "right" },
      { heading: texts.net, width: 0.2, align: "right" }
    ],
    rows: lines.map((line) => [
      productText(line, language),
      String(line.count),
      percent(language, line.tax_rate),
      money(line.net)
    ])
  }
}

const totalsOf = (invoice: StoredInvoice): ReadonlyArray<DocumentFact> => {
  const { content: { language, taxes }, currency, fees_amount, rounding_amount } = invoice
  const texts = invoiceTexts[language]
  const money = moneyIn(language)
  const total = [texts.total, `${money(invoice.amount)} ${currency}`] as const
  if (invoice.document_type === "receipt") return [total]
  return [
    [texts.sum, money(fees_amount)],
    ...taxes.map(({ net, tax, tax_rate }) =>
      [`${texts.tax} ${percent(language, tax_rate)} ${texts.on} ${money(net)}`, money(tax)] as const
    ),
    ...(rounding_amount === 0 ? [] : [[texts.rounding, money(rounding_amount)] as const]),
    total
  ]
}

const notesOf = (invoice: StoredInvoice): ReadonlyArray<string> => {
  const { content: { issuer, language, settled, taxes } } = invoice
  const texts = invoiceTexts[language]
  const kind = kindOf(invoice)
  const reasons = taxes.flatMap(({ reason }) => reason === null ? [] : [reason])
  if (kind === "receipt") return [texts.added]
  if (kind === "credit") return [...reasons, texts.credited]
  const account = [issuer.bank, issuer.iban && `IBAN ${issuer.iban}`, issuer.bic && `BIC ${issuer.bic}`].filter(isText)
  return [...reasons, ...(settled ? [texts.settled] : [texts.payable, account.join(", ")])]
}

const detailsOf = (
  { content: { language }, invoice_type }: StoredInvoice,
  items: ReadonlyArray<InvoiceItem>
): PrintedDocument["details"] => {
  const texts = invoiceTexts[language]
  const money = moneyIn(language)
  const date = dateIn(language)
  return {
    heading: texts.details,
    columns: [
      { heading: texts.date, width: 0.16, align: "left" },
      { heading: texts.product, width: 0.34, align: "left" },
      { heading: texts.description, width: 0.32, align: "left" },
      { heading: texts.net, width: 0.18, align: "right" }
    ],
    rows: items.map((item) => [
      date(item.booked_on),
      item.product_reference ?? "",
      productText(item, language),
      money(signOn(invoice_type === "credit", item) * item.price)
    ])
  }
}
