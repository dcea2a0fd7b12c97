import { Context, type Effect, type Option, type Schema } from "effect"
import type { DirectoryEntry } from "../access/index.ts"
import type { BillingModel, TaxRate } from "../billing/index.ts"
import { type Instant, Money, type OrganizationId, type Page, type PageRequest, type Sort } from "../shared/index.ts"
import type { ActivePlan, Organization, OrganizationFilter, OrganizationSortField } from "./Organization.ts"

/** Terms between the operator and an organization with its own balance. */
export interface OrganizationTerms {
  readonly billing_model: BillingModel
  readonly credit_limit: Money.MinorUnits
  readonly customer_number: number | null
  readonly active_plan: ActivePlan | null
  /** True if the parent may create suborganizations with their own accounts. */
  readonly independent_billing_approved: boolean
}

/** Terms of a new organization. */
export const initialTerms: OrganizationTerms = {
  billing_model: "prepaid",
  credit_limit: Money.zero,
  customer_number: null,
  active_plan: null,
  independent_billing_approved: false
}

/** Stored organization, without attributes and users. */
export interface StoredOrganization extends Organization, OrganizationTerms {
  /** Organization whose balance pays; never changes. */
  readonly payer_id: OrganizationId
  /** The host's reference of a parent, unique among organizations that are not deleted; never changes. */
  readonly external_reference: string | null
}

/** Fields that can be changed. */
export type OrganizationChange = Partial<
  & Omit<Organization, "organization_id" | "parent_organization_id" | "billing_mode" | "currency" | "created_on">
  & OrganizationTerms
>

/** Payer of an organization, with the attribute that contains its threshold. */
export interface StoredParty {
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly billing_model: BillingModel
  readonly credit_limit: Money.MinorUnits
  readonly tax_rate: TaxRate | null
  /** True if what the organization itself spends in a month is limited. */
  readonly has_spending_limit: boolean
  /** Value of the payer's attribute for the threshold; null if it has none. */
  readonly alert: Schema.Json
}

/** A parent with its suborganizations, or one organization alone. */
export type OrganizationListScope = { readonly family: OrganizationId } | { readonly organization: OrganizationId }

/** Storage port of organizations. Deleted ones are not found. */
export class OrganizationStore extends Context.Service<OrganizationStore, {
  /** False, and nothing is stored, if another organization has the external reference. */
  readonly insert: (organization: StoredOrganization) => Effect.Effect<boolean>
  readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<StoredOrganization>>
  /** Locks an organization against every write of it, and against `keep`, until the transaction ends. */
  readonly lock: (id: OrganizationId) => Effect.Effect<Option.Option<StoredOrganization>>
  /** Prevents the deletion of an organization until the transaction ends. False if it does not exist. */
  readonly keep: (id: OrganizationId) => Effect.Effect<boolean>
  /** Number of suborganizations. */
  readonly countBelow: (parent: OrganizationId) => Effect.Effect<number>
  readonly findByReference: (external_reference: string) => Effect.Effect<Option.Option<StoredOrganization>>
  readonly findEntry: (id: OrganizationId) => Effect.Effect<Option.Option<DirectoryEntry>>
  readonly findParty: (id: OrganizationId, alertKey: string) => Effect.Effect<Option.Option<StoredParty>>
  readonly update: (
    id: OrganizationId,
    change: OrganizationChange,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<StoredOrganization>>
  /** By country, organizations without one sort last. */
  readonly list: (
    scope: OrganizationListScope,
    filter: OrganizationFilter,
    sort: Sort<OrganizationSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<StoredOrganization>>
}>()("@namewright/core/organizations/OrganizationStore") {}
