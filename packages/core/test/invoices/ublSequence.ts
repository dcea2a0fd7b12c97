import { assert } from "@effect/vitest"
import { XmlElement } from "libxml2-wasm"

/** Parts of a party's and a document's content that invoices and credit notes share. */
const parties = "AccountingSupplierParty AccountingCustomerParty PaymentMeans PaymentTerms TaxTotal LegalMonetaryTotal"

const address = "StreetName AdditionalStreetName CityName PostalZone CountrySubentity Country"
const category = "ID Percent TaxExemptionReasonCode TaxExemptionReason TaxScheme"
const party = "Party"

/** Children of each element in the order of UBL 2.1, as far as EN 16931 uses them here. */
const sequences: Readonly<Record<string, string>> = {
  Invoice:
    "CustomizationID ID IssueDate DueDate InvoiceTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod "
    + `BillingReference ${parties} InvoiceLine`,
  CreditNote: "CustomizationID ID IssueDate CreditNoteTypeCode Note DocumentCurrencyCode BuyerReference InvoicePeriod "
    + `BillingReference ${parties} CreditNoteLine`,
  InvoicePeriod: "StartDate EndDate",
  BillingReference: "InvoiceDocumentReference",
  InvoiceDocumentReference: "ID IssueDate",
  AccountingSupplierParty: party,
  AccountingCustomerParty: party,
  Party: "EndpointID PartyIdentification PartyName PostalAddress PartyTaxScheme PartyLegalEntity Contact",
  PartyIdentification: "ID",
  PostalAddress: address,
  Country: "IdentificationCode",
  PartyTaxScheme: "CompanyID TaxScheme",
  TaxScheme: "ID",
  PartyLegalEntity: "RegistrationName CompanyID CompanyLegalForm",
  Contact: "Name Telephone ElectronicMail",
  PaymentMeans: "PaymentMeansCode PaymentID PayeeFinancialAccount",
  PayeeFinancialAccount: "ID Name FinancialInstitutionBranch",
  FinancialInstitutionBranch: "ID",
  TaxTotal: "TaxAmount TaxSubtotal",
  TaxSubtotal: "TaxableAmount TaxAmount TaxCategory",
  TaxCategory: category,
  LegalMonetaryTotal:
    "LineExtensionAmount TaxExclusiveAmount TaxInclusiveAmount AllowanceTotalAmount ChargeTotalAmount "
    + "PrepaidAmount PayableRoundingAmount PayableAmount",
  InvoiceLine: "ID Note InvoicedQuantity LineExtensionAmount Item Price",
  CreditNoteLine: "ID Note CreditedQuantity LineExtensionAmount Item Price",
  Item: "Description Name ClassifiedTaxCategory",
  ClassifiedTaxCategory: category,
  Price: "PriceAmount"
}

/** Elements that may be repeated; others occur once. */
const repeated = new Set([
  "BillingReference",
  "PartyTaxScheme",
  "TaxSubtotal",
  "InvoiceLine",
  "CreditNoteLine",
  "PaymentMeans"
])

/** Asserts that each element has children of UBL in their order, without repetitions that UBL does not allow. */
export const assertSequence = (element: XmlElement): void => {
  const children = element.find("*").filter((node) => node instanceof XmlElement)
  const sequence = sequences[element.name]?.split(" ")
  if (sequence === undefined) return assert.lengthOf(children, 0, `${element.name} has only text`)
  let last = -1
  for (const child of children) {
    const place = sequence.indexOf(child.name)
    assert.isAtLeast(place, 0, `${child.name} in ${element.name}`)
    assert.isAtLeast(place, repeated.has(child.name) ? last : last + 1, `${child.name} in its place in ${element.name}`)
    last = place
    assertSequence(child)
  }
}
