import type { ProductAction, ProductType } from "../billing/index.ts"
import type { MailLocale } from "../mail/index.ts"

const english = {
  invoice: "Invoice",
  credit: "Credit note",
  receipt: "Receipt",
  number: "Number",
  date: "Date",
  due: "Due date",
  period: "Period",
  customer: "Customer number",
  buyerVat: "Your VAT id",
  preceding: "Corrects",
  vat: "VAT id",
  taxNumber: "Tax number",
  description: "Description",
  count: "Quantity",
  rate: "Tax",
  net: "Net",
  product: "Product",
  gross: "Amount",
  sum: "Net total",
  tax: "Tax",
  on: "on",
  rounding: "Rounding of taxes",
  total: "Total",
  received: "Received",
  reference: "Reference",
  details: "Transactions",
  page: "Page",
  settled: "The amount was paid from your balance.",
  payable: "Please transfer the amount to this account by the due date:",
  credited: "The amount was added to your balance.",
  added: "The payment was added to your balance."
}

/** Texts of documents that do not depend on a product. */
export const invoiceTexts: { readonly [L in MailLocale]: typeof english } = {
  en: english,
  de: {
    invoice: "Rechnung",
    credit: "Gutschrift (Rechnungskorrektur)",
    receipt: "Zahlungsbeleg",
    number: "Nummer",
    date: "Datum",
    due: "Fällig am",
    period: "Leistungszeitraum",
    customer: "Kundennummer",
    buyerVat: "Ihre USt-IdNr.",
    preceding: "Korrigiert",
    vat: "USt-IdNr.",
    taxNumber: "Steuernummer",
    description: "Bezeichnung",
    count: "Anzahl",
    rate: "Steuer",
    net: "Netto",
    product: "Produkt",
    gross: "Betrag",
    sum: "Nettosumme",
    tax: "Umsatzsteuer",
    on: "auf",
    rounding: "Rundung der Steuern",
    total: "Gesamtbetrag",
    received: "Erhalten",
    reference: "Zahlungsreferenz",
    details: "Einzelne Buchungen",
    page: "Seite",
    settled: "Der Betrag wurde von Ihrem Guthaben bezahlt.",
    payable: "Bitte überweisen Sie den Betrag bis zum Fälligkeitsdatum auf dieses Konto:",
    credited: "Der Betrag wurde Ihrem Guthaben gutgeschrieben.",
    added: "Die Zahlung wurde Ihrem Guthaben gutgeschrieben."
  }
}

const products: Readonly<Record<ProductType, { readonly [L in MailLocale]: string }>> = {
  account_wallet: { en: "Account", de: "Konto" },
  domain: { en: "Domain", de: "Domain" },
  domain_forward: { en: "Domain forwarding", de: "Domain-Weiterleitung" },
  email_forward: { en: "Email forwarding", de: "E-Mail-Weiterleitung" },
  vanity_nameserver: { en: "Vanity nameservers", de: "Eigene Nameserver" },
  whitelabel_branding: { en: "Whitelabel branding", de: "Whitelabel-Branding" },
  whitelabel_branding_plus: { en: "Whitelabel branding plus", de: "Whitelabel-Branding Plus" },
  zones: { en: "DNS zones", de: "DNS-Zonen" }
}

const actions: { readonly [A in ProductAction]?: { readonly [L in MailLocale]: string } } = {
  create: { en: "registration", de: "Registrierung" },
  renew: { en: "renewal", de: "Verlängerung" },
  transfer: { en: "transfer", de: "Transfer" },
  restore: { en: "restoration", de: "Wiederherstellung" },
  trade: { en: "change of owner", de: "Inhaberwechsel" },
  application: { en: "application", de: "Antrag" },
  service_fee: { en: "service fee", de: "Servicegebühr" },
  upgrade_fee: { en: "upgrade", de: "Upgrade" },
  wallet_top_up: { en: "top-up", de: "Aufladung" }
}

/** Name of a product and action, such as `Domain, renewal`. */
export const productText = (
  { action, product_type }: { readonly action: ProductAction; readonly product_type: ProductType },
  language: MailLocale
): string => `${products[product_type][language]}, ${actions[action]?.[language] ?? action}`
