import { Context, type Effect, type Option, type Schema } from "effect"
import type { DirectoryEntry } from "../access/index.ts"
import type { BillingModel, TaxRate } from "../billing/index.ts"
import { type Instant, Money, type OrganizationId, type Page, type PageRequest, type Sort } from "../shared/index.ts"
import type { ActivePlan, Organization, OrganizationFilter, OrganizationSortField } from "./Organization.ts"

/** On what terms the operator serves an organization that pays for itself. */
export interface OrganizationTerms {
  readonly billing_model: BillingModel
  readonly credit_limit: Money.MinorUnits
  readonly customer_number: number | null
  readonly active_plan: ActivePlan | null
  /** Whether a parent may create suborganizations with an account of their own. */
  readonly independent_billing_approved: boolean
}

/** The terms of an organization until the operator changes them. */
export const initialTerms: OrganizationTerms = {
  billing_model: "prepaid",
  credit_limit: Money.zero,
  customer_number: null,
  active_plan: null,
  independent_billing_approved: false
}

/** Everything that is kept of an organization, but for its attributes and its users. */
export interface StoredOrganization extends Organization, OrganizationTerms {
  /** Whose balance pays for it, now and for ever. */
  readonly payer_id: OrganizationId
}

/** The fields that a change may set. */
export type OrganizationChange = Partial<
  & Omit<Organization, "organization_id" | "parent_organization_id" | "billing_mode" | "currency" | "created_on">
  & OrganizationTerms
>

/** The payer of an organization, with the attribute that holds its threshold. */
export interface StoredParty {
  readonly payer_id: OrganizationId
  readonly currency: Money.Currency
  readonly billing_model: BillingModel
  readonly credit_limit: Money.MinorUnits
  readonly tax_rate: TaxRate | null
  /** The payer's attribute with the key; null if it has none. */
  readonly alert: Schema.Json
}

/** A parent with its suborganizations, or one organization alone. */
export type OrganizationListScope = { readonly family: OrganizationId } | { readonly organization: OrganizationId }

/** Storage port of the organizations. Deleted ones are not found. */
export class OrganizationStore extends Context.Service<OrganizationStore, {
  readonly insert: (organization: StoredOrganization) => Effect.Effect<void>
  readonly find: (id: OrganizationId) => Effect.Effect<Option.Option<StoredOrganization>>
  readonly findEntry: (id: OrganizationId) => Effect.Effect<Option.Option<DirectoryEntry>>
  readonly findParty: (id: OrganizationId, alertKey: string) => Effect.Effect<Option.Option<StoredParty>>
  readonly update: (
    id: OrganizationId,
    change: OrganizationChange,
    at: Instant.Instant
  ) => Effect.Effect<Option.Option<StoredOrganization>>
  /** Those without a country sort last. */
  readonly list: (
    scope: OrganizationListScope,
    filter: OrganizationFilter,
    sort: Sort<OrganizationSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<StoredOrganization>>
}>()("@namewright/core/organizations/OrganizationStore") {}
