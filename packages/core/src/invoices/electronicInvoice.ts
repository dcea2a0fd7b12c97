import { DateTime } from "effect"
import { formatTaxRate, type TaxRate } from "../billing/index.ts"
import { Money } from "../shared/index.ts"
import { daysOfMonth } from "./BillingMonth.ts"
import type { BuyerData, InvoiceContent, InvoiceLine, InvoiceTax, StoredInvoice } from "./Invoice.ts"
import type { IssuerData, TaxCategory } from "./InvoiceSettings.ts"
import { invoiceTexts, productText } from "./invoiceTexts.ts"
import { xmlDocument, type XmlElement } from "./xmlDocument.ts"

/*
 * Invoices and credit notes of EN 16931 in the syntax UBL 2.1 (CEN/TS 16931-3-2). Elements have the order of the schemas
 * UBL-Invoice-2.1 and UBL-CreditNote-2.1.
 */

const commonAggregates = "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
const commonBasics = "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"

type Child = XmlElement | undefined

const group = (name: string, ...children: ReadonlyArray<Child>): XmlElement => ({
  name: `cac:${name}`,
  attributes: {},
  content: children.filter((child) => child !== undefined)
})

const basic = (name: string, text: string, attributes: XmlElement["attributes"] = {}): XmlElement => ({
  name: `cbc:${name}`,
  attributes,
  content: text
})

const optional = (name: string, text: string | null | undefined): Child =>
  text === null || text === undefined || text === "" ? undefined : basic(name, text)

const day = (instant: DateTime.Utc): string => DateTime.formatIsoDateUtc(instant)

const money = (name: string, amount: number, currencyID: string): XmlElement =>
  basic(name, Money.toDecimal(amount), { currencyID })

const vat = group("TaxScheme", basic("ID", "VAT"))

/** Codes of exemption reasons (VATEX). */
const exemptionCodes: { readonly [C in TaxCategory]?: string } = { AE: "VATEX-EU-AE", G: "VATEX-EU-G" }

const percent = (rate: TaxRate): XmlElement => basic("Percent", formatTaxRate(rate))

/** The document as UBL. Not for receipts, which are no invoices. */
export const electronicInvoice = (invoice: StoredInvoice): string => {
  const { content, currency } = invoice
  const isCredit = invoice.invoice_type === "credit"
  const root = isCredit ? "CreditNote" : "Invoice"
  return xmlDocument({
    name: root,
    attributes: {
      xmlns: `urn:oasis:names:specification:ubl:schema:xsd:${root}-2`,
      "xmlns:cac": commonAggregates,
      "xmlns:cbc": commonBasics
    },
    content: [
      ...headOf(invoice, isCredit),
      seller(content.issuer),
      buyer(content.buyer),
      ...paymentOf(invoice, isCredit),
      taxTotal(invoice),
      monetaryTotal(invoice),
      ...content.lines.map((line, index) => lineOf(line, index, content, currency, isCredit))
    ]
  })
}

const headOf = (invoice: StoredInvoice, isCredit: boolean): ReadonlyArray<XmlElement> => {
  const { content: { buyer: { organization_id }, month, preceding }, currency, issuing_date, number } = invoice
  const days = month === null ? undefined : daysOfMonth(month)
  return [
    basic("CustomizationID", "urn:cen.eu:en16931:2017"),
    basic("ID", number),
    basic("IssueDate", day(issuing_date)),
    isCredit ? undefined : basic("DueDate", day(invoice.payment_due_date)),
    isCredit ? basic("CreditNoteTypeCode", "381") : basic("InvoiceTypeCode", "380"),
    basic("DocumentCurrencyCode", currency),
    basic("BuyerReference", organization_id),
    days && group("InvoicePeriod", basic("StartDate", days.first), basic("EndDate", days.last)),
    ...preceding.map((one) =>
      group(
        "BillingReference",
        group("InvoiceDocumentReference", basic("ID", one.number), basic("IssueDate", day(one.issuing_date)))
      )
    )
  ].filter((child) => child !== undefined)
}

const seller = (issuer: IssuerData): XmlElement =>
  group(
    "AccountingSupplierParty",
    group(
      "Party",
      issuer.email === undefined ? undefined : basic("EndpointID", issuer.email, { schemeID: "EM" }),
      addressOf(issuer, null),
      issuer.vat_id === undefined ? undefined : group("PartyTaxScheme", basic("CompanyID", issuer.vat_id), vat),
      issuer.tax_number === undefined
        ? undefined
        : group("PartyTaxScheme", basic("CompanyID", issuer.tax_number), group("TaxScheme", basic("ID", "FC"))),
      group(
        "PartyLegalEntity",
        basic("RegistrationName", issuer.name),
        optional("CompanyLegalForm", issuer.registration)
      ),
      issuer.email === undefined && issuer.phone === undefined
        ? undefined
        : group("Contact", optional("Telephone", issuer.phone), optional("ElectronicMail", issuer.email))
    )
  )

const buyer = (party: BuyerData): XmlElement =>
  group(
    "AccountingCustomerParty",
    group(
      "Party",
      party.email === null ? undefined : basic("EndpointID", party.email, { schemeID: "EM" }),
      group("PartyIdentification", basic("ID", party.organization_id)),
      addressOf(party, party.state),
      party.vat_id === null ? undefined : group("PartyTaxScheme", basic("CompanyID", party.vat_id), vat),
      group("PartyLegalEntity", basic("RegistrationName", party.name), optional("CompanyID", party.business_number))
    )
  )

interface Address {
  readonly address_1: string | null
  readonly address_2?: string | null
  readonly city: string | null
  readonly postal_code: string | null
  readonly country_code: string | null
}

const addressOf = ({ address_1, address_2, city, country_code, postal_code }: Address, state: string | null) =>
  group(
    "PostalAddress",
    optional("StreetName", address_1),
    optional("AdditionalStreetName", address_2),
    optional("CityName", city),
    optional("PostalZone", postal_code),
    optional("CountrySubentity", state),
    country_code === null ? undefined : group("Country", basic("IdentificationCode", country_code))
  )

/** Credit transfer (UNTDID 4461: 58 SEPA, 30 other), or settled between the parties (97). */
const paymentOf = (
  { content: { issuer, settled }, currency, number }: StoredInvoice,
  isCredit: boolean
): ReadonlyArray<XmlElement> => {
  if (isCredit || settled || issuer.iban === undefined) return [group("PaymentMeans", basic("PaymentMeansCode", "97"))]
  return [group(
    "PaymentMeans",
    basic("PaymentMeansCode", currency === "EUR" ? "58" : "30"),
    basic("PaymentID", number),
    group(
      "PayeeFinancialAccount",
      basic("ID", issuer.iban),
      basic("Name", issuer.name),
      issuer.bic === undefined ? undefined : group("FinancialInstitutionBranch", basic("ID", issuer.bic))
    )
  )]
}

const taxTotal = ({ content: { taxes }, currency, taxes_amount }: StoredInvoice): XmlElement =>
  group("TaxTotal", money("TaxAmount", taxes_amount, currency), ...taxes.map((tax) => subtotal(tax, currency)))

const subtotal = ({ net, reason, tax, tax_category, tax_rate }: InvoiceTax, currency: string): XmlElement =>
  group(
    "TaxSubtotal",
    money("TaxableAmount", net, currency),
    money("TaxAmount", tax, currency),
    group(
      "TaxCategory",
      basic("ID", tax_category),
      percent(tax_rate),
      reason === null ? undefined : optional("TaxExemptionReasonCode", exemptionCodes[tax_category]),
      optional("TaxExemptionReason", reason),
      vat
    )
  )

/** An amount that was settled with the balance counts as paid, so that nothing is payable (BR-CO-16). */
const monetaryTotal = (invoice: StoredInvoice): XmlElement => {
  const { amount, content: { settled }, currency, fees_amount, rounding_amount, taxes_amount } = invoice
  const inclusive = fees_amount + taxes_amount
  return group(
    "LegalMonetaryTotal",
    money("LineExtensionAmount", fees_amount, currency),
    money("TaxExclusiveAmount", fees_amount, currency),
    money("TaxInclusiveAmount", inclusive, currency),
    settled ? money("PrepaidAmount", amount, currency) : undefined,
    rounding_amount === 0 ? undefined : money("PayableRoundingAmount", rounding_amount, currency),
    money("PayableAmount", settled ? 0 : amount, currency)
  )
}

/** One line. Prices are never negative (BR-27), so a negative line has the quantity -1. */
const lineOf = (
  line: InvoiceLine,
  index: number,
  { language }: InvoiceContent,
  currency: string,
  isCredit: boolean
): XmlElement =>
  group(
    isCredit ? "CreditNoteLine" : "InvoiceLine",
    basic("ID", String(index + 1)),
    basic("Note", `${invoiceTexts[language].count}: ${line.count}`),
    basic(isCredit ? "CreditedQuantity" : "InvoicedQuantity", line.net < 0 ? "-1" : "1", { unitCode: "C62" }),
    money("LineExtensionAmount", line.net, currency),
    group(
      "Item",
      basic("Name", productText(line, language)),
      group("ClassifiedTaxCategory", basic("ID", line.tax_category), percent(line.tax_rate), vat)
    ),
    group("Price", money("PriceAmount", Math.abs(line.net), currency))
  )
