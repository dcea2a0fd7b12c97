import { isMemberState, isWellFormed, vatNumberOf } from "../organizations/index.ts"
import type { InvoiceSettings } from "./InvoiceSettings.ts"
import type { InvoiceParty } from "./InvoiceStore.ts"
import type { TaxRules } from "./invoiceTotals.ts"

const reverseCharge = {
  category: "AE",
  reason: { en: "Reverse charge", de: "Steuerschuldnerschaft des Leistungsempfängers" }
} as const

/** True for a business with a VAT id in another member state of the EU than the issuer, which has one itself. */
const owesTheTax = ({ country_code, tax_id, tax_id_type }: InvoiceParty, { issuer }: InvoiceSettings): boolean => {
  const number = vatNumberOf({ country_code, tax_id, tax_id_type })
  return number !== undefined && isWellFormed(number) && number.country_code !== issuer.country_code
    && issuer.vat_id !== undefined && isMemberState(issuer.country_code)
}

/** Tax categories of the charges of a payer. */
export const taxRules = (settings: InvoiceSettings, party: InvoiceParty): TaxRules => {
  const isReversed = owesTheTax(party, settings)
  return (rate) => {
    const rule = settings.taxes?.find((one) => one.rate === rate)
    // A rule for the rate zero is about the payers without reverse charge, unless it states another reason for it.
    if (rate === 0 && isReversed && rule?.category !== "AE") return reverseCharge
    return {
      category: rule?.category ?? (rate === 0 ? "Z" : "S"),
      reason: rule?.reason ?? (rule?.category === "AE" ? reverseCharge.reason : null)
    }
  }
}
