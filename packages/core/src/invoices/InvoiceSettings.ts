import { Context, Option, Schema } from "effect"
import { RequestedTaxRate } from "../billing/index.ts"
import { Country, Text } from "../shared/index.ts"
import { BillingMonth } from "./BillingMonth.ts"
import { isNumberForm } from "./invoiceNumber.ts"

const { optionalKey } = Schema

/**
 * Categories of EN 16931 (UNTDID 5305): standard rate, zero rate, exempt, reverse charge, export outside the EU.
 * Category `O` (not subject to VAT) is not supported, because other rules apply to it.
 */
export const TaxCategory = Schema.Literals(["S", "Z", "E", "AE", "G"])
export type TaxCategory = typeof TaxCategory.Type

const text = Text.line({ minimum: 1, maximum: 255 })

/** Operator that issues invoices, as printed on them. */
export const IssuerData = Schema.Struct({
  name: text,
  address_1: text,
  address_2: optionalKey(text),
  postal_code: text,
  city: text,
  country_code: Country,
  vat_id: optionalKey(text),
  /** Number of the tax office, for issuers without VAT id. */
  tax_number: optionalKey(text),
  /** Entry in the register of companies. */
  registration: optionalKey(text),
  email: optionalKey(text),
  phone: optionalKey(text),
  iban: optionalKey(Schema.String.check(Schema.isPattern(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/, { expected: "an IBAN" }))),
  bic: optionalKey(Schema.String.check(Schema.isPattern(/^[A-Z0-9]{8}(?:[A-Z0-9]{3})?$/, { expected: "a BIC" }))),
  bank: optionalKey(text)
}).check(
  Schema.makeFilter(
    ({ tax_number, vat_id }) => vat_id !== undefined || tax_number !== undefined || "vat_id or tax_number is needed"
  )
)
export type IssuerData = typeof IssuerData.Type

/** Category of charges with a tax rate. */
const TaxRule = Schema.Struct({
  rate: RequestedTaxRate,
  category: TaxCategory,
  /** Reason of the exemption, as printed. Required for `E` and `G`. */
  reason: optionalKey(Schema.Struct({ en: text, de: text }))
}).check(
  Schema.makeFilter(({ category, rate, reason }) =>
    (category === "S") !== (rate > 0)
      ? "category S is for rates above zero, the others for zero"
      : reason === undefined && (category === "E" || category === "G")
      ? "categories E and G need a reason"
      : true
  )
)

const NumberForm = Schema.String.check(
  Schema.isMaxLength(60),
  Schema.makeFilter(isNumberForm, {
    expected: "a text with {sequence} or {sequence:6}, and optionally {year} and {month}, without spaces"
  })
)

/** Settings of invoices. Without them none are issued. */
export const InvoiceSettings = Schema.Struct({
  issuer: IssuerData,
  /** First month that is invoiced, `YYYY-MM`. Earlier charges and payments are on no document. */
  first_month: BillingMonth,
  /** Days from the issuing date to the due date of postpaid invoices. */
  payment_days: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 365 })),
  /** Form of the numbers of invoices and credit notes. Default `{year}-{sequence:6}`. */
  number: optionalKey(NumberForm),
  /** Form of the numbers of receipts. Default `R{year}-{sequence:6}`. */
  receipt_number: optionalKey(NumberForm),
  /**
   * Tax categories. Default: `S` above zero; at zero `AE` if the issuer and the payer have VAT ids in different member states
   * of the EU, and `Z` otherwise. A rule for the rate zero replaces `Z`; one with `AE` sets the reason of both.
   */
  taxes: optionalKey(Schema.Array(TaxRule))
}).annotate({ identifier: "InvoiceSettings" })
export type InvoiceSettings = typeof InvoiceSettings.Type

/** Settings of this installation; none if invoices are off. */
export const CurrentInvoiceSettings = Context.Reference<Option.Option<InvoiceSettings>>(
  "@namewright/core/invoices/CurrentInvoiceSettings",
  { defaultValue: () => Option.none() }
)
