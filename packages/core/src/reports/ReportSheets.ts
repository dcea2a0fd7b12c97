import type { RrsetView } from "../dns/index.ts"
import { Money } from "../shared/index.ts"
import type { Sheet } from "./Csv.ts"
import type { ExpiringRecord, InventoryRecord, TransactionRecord, ZoneRecord } from "./ReportRecords.ts"

export const inventorySheet: Sheet<InventoryRecord> = {
  columns: [
    "name",
    "domain_id",
    "tld",
    "registered_on",
    "expires_on",
    "renewal_mode",
    "transfer_lock",
    "registry_statuses",
    "nameservers",
    "registrant",
    "admin",
    "tech",
    "billing",
    "is_premium",
    "tags"
  ],
  cells: (domain) => [
    domain.name,
    domain.domain_id,
    domain.tld,
    domain.registered_on,
    domain.expires_on,
    domain.renewal_mode,
    domain.transfer_lock,
    domain.registry_statuses,
    domain.nameservers,
    domain.registrant,
    domain.admin,
    domain.tech,
    domain.billing,
    domain.is_premium,
    domain.tags
  ]
}

/** Expiring domain with the price of one year; null if only the registry has the price. */
export interface PricedExpiry extends ExpiringRecord {
  readonly days_left: number
  readonly renewal_price: Money.Money | null
}

export const expirySheet: Sheet<PricedExpiry> = {
  columns: ["name", "expires_on", "days_left", "renewal_mode", "renewal_price", "currency"],
  cells: ({ days_left, expires_on, name, renewal_mode, renewal_price }) => [
    name,
    expires_on,
    days_left,
    renewal_mode,
    renewal_price === null ? null : Money.toDecimal(renewal_price.amount),
    renewal_price?.currency ?? null
  ]
}

export const zoneSheet: Sheet<ZoneRecord> = {
  columns: [
    "name",
    "dnssec_status",
    "rrset_count",
    "record_count",
    "vanity_nameserver_set_id",
    "created_on",
    "updated_on",
    "tags"
  ],
  cells: (zone) => [
    zone.name,
    zone.dnssec_status,
    zone.rrset_count,
    zone.record_count,
    zone.vanity_nameserver_set_id,
    zone.created_on,
    zone.updated_on,
    zone.tags
  ]
}

/** Record of a zone. */
export interface ZoneRecordLine extends Pick<RrsetView, "type" | "ttl" | "protected"> {
  /** Absolute name, as is `name`: a spreadsheet would interpret `@` as a formula. */
  readonly zone: string
  readonly name: string
  readonly rdata: string
}

export const zoneRecordSheet: Sheet<ZoneRecordLine> = {
  columns: ["zone", "name", "type", "ttl", "rdata", "protected"],
  cells: (record) => [record.zone, record.name, record.type, record.ttl, record.rdata, record.protected]
}

const periodOf = ({ unit, volume }: TransactionRecord): string | null => unit === null ? null : `${volume}${unit}`

/** Columns of billing reports. Source: REST specification, "Report". */
export const transactionSheet: Sheet<TransactionRecord> = {
  columns: ["product_reference", "action", "period", "product_type", "amount", "currency", "completed_on"],
  cells: (transaction) => [
    transaction.product_reference,
    transaction.action,
    periodOf(transaction),
    transaction.product_type,
    Money.toDecimal(transaction.amount),
    transaction.currency,
    transaction.completed_on
  ]
}

/** Columns of billing reports, with the organization that incurred a transaction and the one that was billed. */
export const suborganizationSheet: Sheet<TransactionRecord> = {
  columns: ["organization_id", "organization_name", "billed_organization_id", ...transactionSheet.columns],
  cells: (transaction) => [
    transaction.organization_id,
    transaction.organization_name,
    transaction.payer_id,
    ...transactionSheet.cells(transaction)
  ]
}
