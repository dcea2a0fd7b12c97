import { Context, type Effect, type Stream } from "effect"
import type { ProductAction, ProductType } from "../billing/index.ts"
import type { DnsName, DnssecStatus, ZoneContent } from "../dns/index.ts"
import type { Registrar, RenewalMode } from "../domains/index.ts"
import type { DomainName, Money, OrganizationId } from "../shared/index.ts"
import type { TimeRange } from "./Month.ts"

/** Instant in reports, `YYYY-MM-DDTHH:MM:SSZ`. For speed it is not converted to an `Instant`. */
export type InstantText = string

/** Domain of the inventory. Multiple values are separated by `;`. */
export interface InventoryRecord {
  readonly name: DomainName
  readonly domain_id: string
  readonly tld: string
  readonly registered_on: InstantText | null
  readonly expires_on: InstantText | null
  readonly renewal_mode: RenewalMode
  readonly transfer_lock: boolean
  readonly is_premium: boolean
  readonly registry_statuses: string
  readonly nameservers: string
  /** Contact ids. */
  readonly registrant: string
  readonly admin: string
  readonly tech: string
  readonly billing: string
  /** Labels of tags. */
  readonly tags: string
}

export interface ExpiringRecord {
  readonly name: DomainName
  readonly tld: string
  readonly expires_on: InstantText
  readonly renewal_mode: RenewalMode
  readonly is_premium: boolean
}

/** Zone of the summary. */
export interface ZoneRecord {
  /** Absolute name. */
  readonly name: DnsName.DnsName
  readonly dnssec_status: DnssecStatus
  /** Number of stored RRsets: without SOA, apex NS and signatures. */
  readonly rrset_count: number
  readonly record_count: number
  readonly vanity_nameserver_set_id: string | null
  readonly created_on: InstantText
  readonly updated_on: InstantText
  /** Labels of tags, separated by `;`. */
  readonly tags: string
}

export interface TransactionRecord {
  readonly organization_id: OrganizationId
  readonly organization_name: string
  readonly payer_id: OrganizationId
  readonly product_reference: string | null
  readonly product_type: ProductType
  readonly action: ProductAction
  readonly volume: number
  readonly unit: "y" | "m" | null
  /** Gross amount. */
  readonly amount: Money.MinorUnits
  readonly currency: Money.Currency
  readonly completed_on: InstantText
}

export interface PortfolioRecord {
  readonly name: DomainName
  readonly registrar: Registrar
  readonly registered_on: InstantText | null
  readonly expires_on: InstantText | null
  readonly renewal_mode: RenewalMode
}

/** Scope of the transactions of a report: paid by a balance, or incurred by an organization. */
export type TransactionScope =
  | { readonly paid_by: OrganizationId }
  | { readonly incurred_by: OrganizationId }
  | { readonly suborganizations_of: OrganizationId }

/**
 * Storage port: records of reports as streams. A stream reads some hundred records at a time, from one snapshot, and
 * blocks no other statement.
 */
export class ReportRecords extends Context.Service<ReportRecords, {
  /** Domains of an organization, by name. */
  readonly inventory: (organization: OrganizationId) => Stream.Stream<InventoryRecord>
  /** Domains that expire in a time range, the earliest first. */
  readonly expiring: (organization: OrganizationId, range: TimeRange) => Stream.Stream<ExpiringRecord>
  /** Zones of an organization, by name. */
  readonly zones: (organization: OrganizationId) => Stream.Stream<ZoneRecord>
  /** As `zones`, with their RRsets. */
  readonly zoneContents: (organization: OrganizationId) => Stream.Stream<ZoneContent>
  /** Succeeded transactions that were completed in a time range, in the order of completion. */
  readonly transactions: (scope: TransactionScope, range: TimeRange) => Stream.Stream<TransactionRecord>
  /** Domains of an organization with a credential, by name. */
  readonly portfolio: (organization: OrganizationId, credential: string) => Stream.Stream<PortfolioRecord>
  /** True if the organization has a domain of the credential. */
  readonly hasCredential: (organization: OrganizationId, credential: string) => Effect.Effect<boolean>
  /**
   * Organizations with transactions in a time range, their own or of suborganizations, in the order of their ids. At
   * most `limit` with ids greater than `after`.
   */
  readonly billed: (
    after: OrganizationId | null,
    range: TimeRange,
    limit: number
  ) => Effect.Effect<ReadonlyArray<BilledOrganization>>
}>()("@namewright/core/reports/ReportRecords") {}

export interface BilledOrganization {
  readonly organization_id: OrganizationId
  readonly own: boolean
  readonly suborganizations: boolean
}
