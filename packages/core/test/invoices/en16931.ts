import { assert } from "@effect/vitest"
import { XmlDocument, type XmlNode } from "libxml2-wasm"
import { assertSequence } from "./ublSequence.ts"

/*
 * Business rules of EN 16931-1, section 6.4, for the elements that the platform writes, in the binding of UBL 2.1. The checks
 * are made from the standard and do not use the code that writes the documents.
 */

const namespaces = {
  cac: "urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2",
  cbc: "urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"
}

/** Reads a document by XPath. */
export const ublReader = (xml: string) => {
  const { root } = XmlDocument.fromString(xml)
  const nodes = (path: string, from: XmlNode = root) => from.find(path, namespaces)
  const texts = (path: string, from?: XmlNode) => nodes(path, from).map(({ content }) => content)
  const cents = (path: string, from?: XmlNode) => texts(path, from).map((text) => Math.round(Number(text) * 100))
  return { root, nodes, texts, cents }
}
export type UblReader = ReturnType<typeof ublReader>

/** Elements and attributes that a document has, a line, and a breakdown of the tax. */
const required = {
  document: {
    "BR-01": "/*/cbc:CustomizationID",
    "BR-02": "/*/cbc:ID",
    "BR-03": "/*/cbc:IssueDate",
    "BR-04": "/*/cbc:InvoiceTypeCode | /*/cbc:CreditNoteTypeCode",
    "BR-05": "/*/cbc:DocumentCurrencyCode",
    "BR-06": "/*/cac:AccountingSupplierParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName",
    "BR-07": "/*/cac:AccountingCustomerParty/cac:Party/cac:PartyLegalEntity/cbc:RegistrationName",
    "BR-09": "/*/cac:AccountingSupplierParty/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode",
    "BR-11": "/*/cac:AccountingCustomerParty/cac:Party/cac:PostalAddress/cac:Country/cbc:IdentificationCode",
    "BR-12": "/*/cac:LegalMonetaryTotal/cbc:LineExtensionAmount",
    "BR-13": "/*/cac:LegalMonetaryTotal/cbc:TaxExclusiveAmount",
    "BR-14": "/*/cac:LegalMonetaryTotal/cbc:TaxInclusiveAmount",
    "BR-15": "/*/cac:LegalMonetaryTotal/cbc:PayableAmount",
    "BR-16": "/*/cac:InvoiceLine/cbc:ID | /*/cac:CreditNoteLine/cbc:ID",
    "BR-49": "/*/cac:PaymentMeans/cbc:PaymentMeansCode",
    "BR-CO-18": "/*/cac:TaxTotal/cac:TaxSubtotal/cac:TaxCategory/cbc:ID",
    "BR-CO-26": "/*/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID"
  },
  line: {
    "BR-21": "cbc:ID",
    "BR-22": "cbc:InvoicedQuantity | cbc:CreditedQuantity",
    "BR-23": "cbc:InvoicedQuantity/@unitCode | cbc:CreditedQuantity/@unitCode",
    "BR-24": "cbc:LineExtensionAmount",
    "BR-25": "cac:Item/cbc:Name",
    "BR-26": "cac:Price/cbc:PriceAmount",
    "BR-CO-4": "cac:Item/cac:ClassifiedTaxCategory/cbc:ID"
  },
  subtotal: {
    "BR-45": "cbc:TaxableAmount",
    "BR-46": "cbc:TaxAmount",
    "BR-47": "cac:TaxCategory/cbc:ID",
    "BR-48": "cac:TaxCategory/cbc:Percent"
  }
} as const

/** Forms of values, wherever the element is. */
const forms: ReadonlyArray<readonly [rule: string, path: string, form: RegExp]> = [
  ["BR-CL-01", "//cbc:InvoiceTypeCode | //cbc:CreditNoteTypeCode", /^38[01]$/],
  ["BR-CL-04", "//cbc:DocumentCurrencyCode", /^(?:EUR|USD)$/],
  ["BR-CL-14", "//cac:Country/cbc:IdentificationCode", /^[A-Z]{2}$/],
  ["BR-CL-16", "//cbc:PaymentMeansCode", /^(?:30|58|97)$/],
  ["BR-CL-17", "//cac:TaxCategory/cbc:ID | //cac:ClassifiedTaxCategory/cbc:ID", /^(?:S|Z|E|AE|G)$/],
  ["BR-CL-22", "//cbc:TaxExemptionReasonCode", /^VATEX-EU-(?:AE|G)$/],
  ["BR-CL-23", "//@unitCode", /^C62$/],
  ["BR-CL-25", "//cbc:EndpointID/@schemeID", /^EM$/],
  [
    "BR-CO-9",
    "//cac:PartyTaxScheme[cac:TaxScheme/cbc:ID = 'VAT']/cbc:CompanyID",
    /^(?:[A-Z]{2}|EL)[0-9A-Za-z+*.]{2,}$/
  ],
  ["BR-DEC-01 to 28", "//cbc:*[@currencyID]", /^-?\d+(?:\.\d{1,2})?$/],
  ["the form of dates", "//cbc:IssueDate | //cbc:DueDate | //cbc:StartDate | //cbc:EndDate", /^\d{4}-\d{2}-\d{2}$/],
  ["elements with content", "//*[not(*)]", /\S/]
]

const sum = (amounts: ReadonlyArray<number>) => amounts.reduce((total, amount) => total + amount, 0)

/** Rounded half away from zero. */
const rounded = (amount: number) => Math.sign(amount) * Math.round(Math.abs(amount) + 1e-6)

const assertPresent = ({ texts }: UblReader, rules: Readonly<Record<string, string>>, from?: XmlNode) => {
  for (const [rule, path] of Object.entries(rules)) assert.isAtLeast(texts(path, from).length, 1, rule)
}

const assertForms = ({ nodes, texts }: UblReader) => {
  for (const [rule, path, form] of forms) {
    for (const text of texts(path)) assert.match(text, form, rule)
  }
  const [currency] = texts("/*/cbc:DocumentCurrencyCode")
  assert.isTrue(texts("//@currencyID").every((one) => one === currency), "BR-CL-03: one currency")
  assert.lengthOf(nodes("//cbc:EndpointID[not(@schemeID)]"), 0, "BR-62 and BR-63")
  const [start = "", end = ""] = texts("/*/cac:InvoicePeriod/*")
  assert.isTrue(end >= start, "BR-29")
}

/** Sums of the document: BR-CO-10 to BR-CO-17. */
const assertTotals = ({ cents, texts }: UblReader) => {
  const total = (name: string) => sum(cents(`/*/cac:LegalMonetaryTotal/cbc:${name}`))
  const lines = cents("/*/cac:InvoiceLine/cbc:LineExtensionAmount | /*/cac:CreditNoteLine/cbc:LineExtensionAmount")
  assert.strictEqual(total("LineExtensionAmount"), sum(lines), "BR-CO-10")
  assert.strictEqual(total("TaxExclusiveAmount"), total("LineExtensionAmount"), "BR-CO-13")
  const [tax = Number.NaN] = cents("/*/cac:TaxTotal/cbc:TaxAmount")
  assert.strictEqual(tax, sum(cents("/*/cac:TaxTotal/cac:TaxSubtotal/cbc:TaxAmount")), "BR-CO-14")
  assert.strictEqual(total("TaxInclusiveAmount"), total("TaxExclusiveAmount") + tax, "BR-CO-15")
  assert.strictEqual(
    total("PayableAmount"),
    total("TaxInclusiveAmount") - total("PrepaidAmount") + total("PayableRoundingAmount"),
    "BR-CO-16"
  )
  assert.isAtLeast(total("PayableAmount"), 0)
  const isPayable = total("PayableAmount") > 0 && texts("/*/cbc:InvoiceTypeCode").length > 0
  if (isPayable) assert.lengthOf(texts("/*/cbc:DueDate"), 1, "BR-CO-25")
}

const assertLines = (reader: UblReader) => {
  const lines = reader.nodes("/*/cac:InvoiceLine | /*/cac:CreditNoteLine")
  for (const line of lines) {
    assertPresent(reader, required.line, line)
    const [net = Number.NaN] = reader.cents("cbc:LineExtensionAmount", line)
    const [price = Number.NaN] = reader.cents("cac:Price/cbc:PriceAmount", line)
    const [quantity] = reader.texts("cbc:InvoicedQuantity | cbc:CreditedQuantity", line)
    assert.isAtLeast(price, 0, "BR-27")
    assert.strictEqual(net, price * Number(quantity), "the net amount of a line")
  }
  const ids = reader.texts("/*/cac:InvoiceLine/cbc:ID | /*/cac:CreditNoteLine/cbc:ID")
  assert.strictEqual(new Set(ids).size, ids.length, "the numbers of lines")
}

/** Key of a category with its rate. */
const categoryOf = ({ texts }: UblReader, path: string, from: XmlNode) =>
  [...texts(`${path}/cbc:ID`, from), ...texts(`${path}/cbc:Percent`, from).map(Number)].join(" ")

/** Rules of a category: S-5 to S-10, and the same of Z, E, AE and G. */
const assertCategory = ({ cents, texts }: UblReader, subtotal: XmlNode) => {
  const [id = ""] = texts("cac:TaxCategory/cbc:ID", subtotal)
  const rate = Number(texts("cac:TaxCategory/cbc:Percent", subtotal)[0])
  const [net = Number.NaN] = cents("cbc:TaxableAmount", subtotal)
  const [tax = Number.NaN] = cents("cbc:TaxAmount", subtotal)
  assert.strictEqual(tax, rounded(net * rate / 100) + 0, `BR-CO-17, BR-${id}-9`)
  assert.strictEqual(rate > 0, id === "S", `BR-${id}-5`)
  const reasons = texts("cac:TaxCategory/cbc:TaxExemptionReason | cac:TaxCategory/cbc:TaxExemptionReasonCode", subtotal)
  if (id === "S" || id === "Z") assert.lengthOf(reasons, 0, `BR-${id}-10`)
  else assert.isAtLeast(reasons.length, 1, `BR-${id}-10`)
  const sellers = texts("//cac:AccountingSupplierParty//cac:PartyTaxScheme/cbc:CompanyID")
  assert.isAtLeast(sellers.length, 1, `BR-${id}-2`)
  if (id !== "AE") return
  const buyer = "//cac:AccountingCustomerParty//cac:PartyTaxScheme/cbc:CompanyID"
  assert.isAtLeast(
    texts(`${buyer} | //cac:AccountingCustomerParty//cac:PartyLegalEntity/cbc:CompanyID`).length,
    1,
    "BR-AE-2"
  )
}

/** The breakdown of the tax: one of each category and rate, over all of its lines. */
const assertTaxes = (reader: UblReader) => {
  const subtotals = reader.nodes("/*/cac:TaxTotal/cac:TaxSubtotal")
  const lines = new Map<string, number>()
  for (const line of reader.nodes("/*/cac:InvoiceLine | /*/cac:CreditNoteLine")) {
    const key = categoryOf(reader, "cac:Item/cac:ClassifiedTaxCategory", line)
    lines.set(key, (lines.get(key) ?? 0) + sum(reader.cents("cbc:LineExtensionAmount", line)))
  }
  const broken = subtotals.map((subtotal) =>
    [categoryOf(reader, "cac:TaxCategory", subtotal), sum(reader.cents("cbc:TaxableAmount", subtotal))] as const
  )
  assert.sameDeepMembers(broken, [...lines], "BR-S-1, BR-S-8 and those of other categories")
  for (const subtotal of subtotals) {
    assertPresent(reader, required.subtotal, subtotal)
    assertCategory(reader, subtotal)
  }
}

/** Payment: BR-50, BR-61. */
const assertPayment = ({ texts }: UblReader) => {
  const [code] = texts("/*/cac:PaymentMeans/cbc:PaymentMeansCode")
  const accounts = texts("/*/cac:PaymentMeans/cac:PayeeFinancialAccount/cbc:ID")
  if (code === "30" || code === "58") assert.lengthOf(accounts, 1, "BR-50 and BR-61")
  assert.isTrue(texts("/*/cac:BillingReference").length === texts("/*/cac:BillingReference//cbc:ID").length, "BR-55")
}

/** Asserts that an invoice or credit note follows the standard, and returns its reader. */
export const assertEn16931 = (xml: string): UblReader => {
  const reader = ublReader(xml)
  assertSequence(reader.root)
  assertPresent(reader, required.document)
  assertForms(reader)
  assertLines(reader)
  assertTaxes(reader)
  assertTotals(reader)
  assertPayment(reader)
  return reader
}
