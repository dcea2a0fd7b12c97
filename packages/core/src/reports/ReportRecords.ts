import { Context, type Effect, type Stream } from "effect"
import type { ProductAction, ProductType } from "../billing/index.ts"
import type { DnsName, DnssecStatus, ZoneContent } from "../dns/index.ts"
import type { Registrar, RenewalMode } from "../domains/index.ts"
import type { DomainName, Money, OrganizationId } from "../shared/index.ts"
import type { Stretch } from "./Month.ts"

/**
 * An instant as it is written into reports, `YYYY-MM-DDTHH:MM:SSZ`. There are millions of them, so they are text from
 * the database on.
 */
export type InstantText = string

/** A domain as the inventory shows it. */
export interface InventoryRecord {
  readonly name: DomainName
  readonly domain_id: string
  readonly tld: string
  readonly registered_on: InstantText | null
  readonly expires_on: InstantText | null
  readonly renewal_mode: RenewalMode
  readonly transfer_lock: boolean
  readonly is_premium: boolean
  /** Of several values, with `;` between them. */
  readonly registry_statuses: string
  readonly nameservers: string
  /** Ids of contacts. */
  readonly registrant: string
  readonly admin: string
  readonly tech: string
  readonly billing: string
  /** Labels. */
  readonly tags: string
}

export interface ExpiringRecord {
  readonly name: DomainName
  readonly tld: string
  readonly expires_on: InstantText
  readonly renewal_mode: RenewalMode
  readonly is_premium: boolean
}

/** A zone as a list of zones shows it. */
export interface ZoneRecord {
  /** Absolute. */
  readonly name: DnsName.DnsName
  readonly dnssec_status: DnssecStatus
  /** Of RRsets that are stored: without SOA, apex NS and what signing adds. */
  readonly rrset_count: number
  readonly record_count: number
  readonly vanity_nameserver_set_id: string | null
  readonly created_on: InstantText
  readonly updated_on: InstantText
  /** Labels, with `;` between them. */
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
  /** Gross. */
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

/** Whose transactions a report shows: those that a balance paid, or those that an organization incurred. */
export type TransactionsOf =
  | { readonly paid_by: OrganizationId }
  | { readonly incurred_by: OrganizationId }
  | { readonly suborganizations_of: OrganizationId }

/**
 * Storage port: what reports tell of, read as streams that hold some hundred records at a time, whatever the number of
 * records in all. A stream shows one moment, and keeps nobody waiting.
 */
export class ReportRecords extends Context.Service<ReportRecords, {
  /** The domains of an organization, by name. */
  readonly inventory: (organization: OrganizationId) => Stream.Stream<InventoryRecord>
  /** The domains that expire within a stretch of time, the next first. */
  readonly expiring: (organization: OrganizationId, stretch: Stretch) => Stream.Stream<ExpiringRecord>
  /** The zones of an organization, by name. */
  readonly zones: (organization: OrganizationId) => Stream.Stream<ZoneRecord>
  /** The same with their RRsets; a few zones are held at a time. */
  readonly zoneContents: (organization: OrganizationId) => Stream.Stream<ZoneContent>
  /** What was charged and paid in within a stretch of time, in the order of completion. */
  readonly transactions: (scope: TransactionsOf, stretch: Stretch) => Stream.Stream<TransactionRecord>
  /** The domains that an organization sees through a credential, by name. */
  readonly portfolio: (organization: OrganizationId, credential: string) => Stream.Stream<PortfolioRecord>
  /** True if the organization has a domain of the credential. */
  readonly knowsCredential: (organization: OrganizationId, credential: string) => Effect.Effect<boolean>
  /**
   * Organizations in the order of their ids, with what they had a part in within a stretch of time: transactions of
   * their own, and transactions of suborganizations.
   */
  readonly billed: (
    after: OrganizationId | null,
    stretch: Stretch,
    limit: number
  ) => Effect.Effect<ReadonlyArray<BilledOrganization>>
}>()("@namewright/core/reports/ReportRecords") {}

export interface BilledOrganization {
  readonly organization_id: OrganizationId
  readonly own: boolean
  readonly suborganizations: boolean
}
