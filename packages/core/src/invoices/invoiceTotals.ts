import { taxOn, type TaxRate } from "../billing/index.ts"
import type { MailLocale } from "../mail/index.ts"
import { Money } from "../shared/index.ts"
import type { InvoiceAmounts, InvoiceLine, InvoiceTax } from "./Invoice.ts"
import type { TaxCategory } from "./InvoiceSettings.ts"
import type { LedgerMovement } from "./InvoiceStore.ts"

/** Category of charges with a tax rate, and the reason of an exemption in the language of the document. */
export type TaxRules = (rate: TaxRate) => {
  readonly category: TaxCategory
  readonly reason: { readonly [L in MailLocale]: string } | null
}

export interface InvoiceTotals extends InvoiceAmounts {
  readonly lines: ReadonlyArray<InvoiceLine>
  readonly taxes: ReadonlyArray<InvoiceTax>
}

const sum = (amounts: ReadonlyArray<number>): Money.MinorUnits =>
  Money.MinorUnits.make(amounts.reduce((total, amount) => total + amount, 0))

/** Tax on a net amount of either sign, rounded half away from zero. */
const signedTax = (net: Money.MinorUnits, rate: TaxRate): Money.MinorUnits =>
  net < 0 ? Money.MinorUnits.make(0 - taxOn(Money.MinorUnits.make(-net), rate)) : taxOn(net, rate)

/** Sign of a movement on a document: credited amounts are positive on a credit note. */
export const signOn = (isCredit: boolean, { step }: Pick<LedgerMovement, "step">): 1 | -1 =>
  (step === "refund") === isCredit ? 1 : -1

const lineKey = ({ action, product_type, tax_rate }: LedgerMovement) => `${product_type} ${action} ${tax_rate}`

/**
 * Lines and amounts of a document: one line for each product, action and tax rate. Tax is rounded once for each category
 * and rate (EN 16931, BR-CO-17). The ledger rounds it on each charge; the difference is `rounding_amount`, so that
 * `amount` is what the charges cost.
 */
export const invoiceTotals = (
  movements: ReadonlyArray<LedgerMovement>,
  isCredit: boolean,
  rules: TaxRules,
  language: MailLocale
): InvoiceTotals => {
  const groups = Map.groupBy(movements, lineKey)
  const lines = [...groups.keys()].toSorted().flatMap((key) => {
    const group = groups.get(key) ?? []
    const [first] = group
    if (first === undefined) return []
    const { action, product_type, tax_rate } = first
    const net = sum(group.map((one) => signOn(isCredit, one) * one.price))
    return [{ product_type, action, tax_rate, tax_category: rules(tax_rate).category, count: group.length, net }]
  })
  const taxes = taxesOn(lines, rules, language)
  const fees_amount = sum(lines.map(({ net }) => net))
  const taxes_amount = sum(taxes.map(({ tax }) => tax))
  const amount = sum(movements.map((one) => signOn(isCredit, one) * one.amount))
  const rounding_amount = Money.MinorUnits.make(amount - fees_amount - taxes_amount)
  return { lines, taxes, fees_amount, taxes_amount, rounding_amount, amount }
}

const taxesOn = (
  lines: ReadonlyArray<InvoiceLine>,
  rules: TaxRules,
  language: MailLocale
): ReadonlyArray<InvoiceTax> => {
  const rates = [...new Set(lines.map(({ tax_rate }) => tax_rate))].toSorted((a, b) => b - a)
  return rates.map((tax_rate) => {
    const { category, reason } = rules(tax_rate)
    const net = sum(lines.flatMap((line) => line.tax_rate === tax_rate ? [line.net] : []))
    const tax = signedTax(net, tax_rate)
    return { tax_category: category, tax_rate, net, tax, reason: reason === null ? null : reason[language] }
  })
}
