import { Effect, Option, Schema, Struct } from "effect"
import { AmountInput, BillingModel, DecimalAmount, RequestedTaxRate } from "../billing/index.ts"
import {
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  OrganizationId,
  Page,
  Text
} from "../shared/index.ts"
import { ActivePlan, NewOrganization, Organization, OrganizationStatus } from "./Organization.ts"
import { RequestedAttribute } from "./OrganizationAttribute.ts"
import type { OrganizationLimitsInput, OrganizationLimitsJson } from "./OrganizationCalls.ts"
import { OrganizationLimitsPatch, OrganizationLimitsView } from "./OrganizationLimit.ts"
import { OrganizationLimits } from "./OrganizationLimits.ts"
import { OrganizationOperations } from "./OrganizationOperations.ts"
import { OpenVatOutcome, VatCheck } from "./VatCheck.ts"
import { VatChecks } from "./VatChecks.ts"

const byId = inPath("organization_id", OrganizationId)

/** Terms on which the operator serves an organization that pays for itself. */
const terms = {
  billing_model: BillingModel,
  /** Overdraft limit of the account: minor units as an integer, or decimal text. */
  credit_limit: AmountInput,
  customer_number: Schema.NullOr(Schema.Int),
  active_plan: Schema.NullOr(ActivePlan),
  /** True if a parent may create suborganizations with an account of their own. */
  independent_billing_approved: Schema.Boolean
}
const optionalTerms = Struct.map(terms, Schema.optionalKey)

const ExternalReference = Text.line(limits.externalReference)

const NewParent = Schema.Struct({
  ...Struct.omit(NewOrganization.fields, ["parent_organization_id"]),
  /** The host's reference. A repetition with the same one creates no second organization. */
  external_reference: Schema.optionalKey(ExternalReference),
  terms: Schema.optionalKey(Schema.Struct(optionalTerms)),
  /** Paid in to begin with, in the account's currency: minor units as an integer, or decimal text. */
  starting_credit: Schema.optionalKey(AmountInput)
})

const TermsChange = Schema.Struct({
  ...optionalTerms,
  status: Schema.optionalKey(OrganizationStatus),
  tax_rate: Schema.optionalKey(Schema.NullOr(RequestedTaxRate))
})

const AttributeWrite = Schema.Struct({
  key: RequestedAttribute.fields.key,
  value: Schema.Json,
  private: Schema.Boolean,
  protected: Schema.Boolean
})

const VatCheckQuery = Schema.Struct({
  /** Default every outcome but `confirmed`. */
  outcome: Schema.optionalKey(OpenVatOutcome),
  page: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum }))),
  page_size: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.pageSize.maximum })))
})

/** An organization as its operator sees it. */
export const OperatedOrganization = Schema.Struct({
  ...Organization.fields,
  ...terms,
  credit_limit: DecimalAmount,
  /** The organization whose balance pays. */
  payer_id: OrganizationId,
  /** The host's reference; null without one. */
  external_reference: Schema.NullOr(Schema.String)
})

export interface OperatedOrganizationJson extends JsonOf<typeof OperatedOrganization> {}
export interface NewParentInput extends InputOf<typeof NewParent> {}
export interface TermsChangeInput extends InputOf<typeof TermsChange> {}
export interface VatCheckJson extends JsonOf<typeof VatCheck> {}
export interface VatCheckQueryInput extends InputOf<typeof VatCheckQuery> {}
export interface AttributeWriteInput extends InputOf<typeof AttributeWrite> {}

/** Customers of the operator: parent organizations. */
export interface OrganizationOperatorCalls {
  /**
   * Creates a parent organization: the first one of an installation, and every other customer. Its account is kept in EUR
   * unless `currency` says otherwise.
   *
   * A call with the `external_reference` of an organization that exists writes nothing. It returns this organization if
   * its name, country, currency and terms are equal to those of the call, and rejects with
   * `ERROR_EXTERNAL_REFERENCE_IN_USE` otherwise.
   *
   * @throws ERROR_EXTERNAL_REFERENCE_IN_USE, ERROR_INDEPENDENT_BILLING_NOT_ALLOWED,
   *   ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED, ERROR_USER_EXISTS
   *
   * @example
   * const { organization_id } = await platform.operator.organizations.createParent({
   *   external_reference: "customer-4711", name: "Example Hosting", country_code: "DE", starting_credit: "100.00"
   * })
   */
  readonly createParent: (organization: NewParentInput, options?: CallOptions) => Promise<OperatedOrganizationJson>
  /**
   * Returns the parent organization with an external reference, or `null`.
   *
   * @example
   * const customer = await platform.operator.organizations.findByReference("customer-4711")
   */
  readonly findByReference: (
    external_reference: string,
    options?: CallOptions
  ) => Promise<OperatedOrganizationJson | null>
  /**
   * Changes the status, the tax rate and the terms of an organization. Absent members are unchanged.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await platform.operator.organizations.changeTerms(organization_id, { billing_model: "postpaid", credit_limit: "500.00" })
   */
  readonly changeTerms: (
    organization_id: string,
    change: TermsChangeInput,
    options?: CallOptions
  ) => Promise<OperatedOrganizationJson>
  /**
   * Deletes an organization without domains, zones, vanity nameserver sets, suborganizations and balance. Its keys are
   * revoked, and its users removed.
   *
   * @throws ERROR_ORGANIZATION_IN_USE, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await platform.operator.organizations.remove(organization_id)
   */
  readonly remove: (organization_id: string, options?: CallOptions) => Promise<void>
  /**
   * Returns the limits of an organization, and what is used of them.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { spent_this_month } = await platform.operator.organizations.limits(organization_id)
   */
  readonly limits: (organization_id: string, options?: CallOptions) => Promise<OrganizationLimitsJson>
  /**
   * Changes the limits of an organization, also of a parent. Absent members are unchanged, `null` removes a limit.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await platform.operator.organizations.updateLimits(organization_id, { monthly_spend: "250.00", domains: null })
   */
  readonly updateLimits: (
    organization_id: string,
    limits: OrganizationLimitsInput,
    options?: CallOptions
  ) => Promise<OrganizationLimitsJson>
  /**
   * Writes an attribute of an organization, also a protected one.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await platform.operator.organizations.setAttribute(organization_id, {
   *   key: "crm", value: "4711", private: true, protected: true
   * })
   */
  readonly setAttribute: (
    organization_id: string,
    attribute: AttributeWriteInput,
    options?: CallOptions
  ) => Promise<void>
  /**
   * Returns one page of the VAT numbers that the register has not confirmed: those that were accepted while it was
   * unavailable, and those that it has contradicted since.
   *
   * @example
   * const { items } = await platform.operator.organizations.vatChecks({ outcome: "mismatch" })
   */
  readonly vatChecks: (query?: VatCheckQueryInput, options?: CallOptions) => Promise<Page<VatCheckJson>>
}

export const organizationOperations = {
  createParent: call(
    [inBody(NewParent)],
    OperatedOrganization,
    (organization) => OrganizationOperations.use((operations) => operations.createParent(organization))
  ),
  findByReference: call(
    [inPath("external_reference", ExternalReference)],
    Schema.NullOr(OperatedOrganization),
    (reference) =>
      Effect.map(
        OrganizationOperations.use((operations) => operations.findByReference(reference)),
        Option.getOrNull
      )
  ),
  changeTerms: call(
    [byId, inBody(TermsChange)],
    OperatedOrganization,
    (id, change) => OrganizationOperations.use((operations) => operations.changeTerms(id, change))
  ),
  remove: call(
    [byId],
    Schema.Void,
    (id) => OrganizationOperations.use((operations) => operations.remove(id))
  ),
  limits: call(
    [byId],
    OrganizationLimitsView,
    (id) => OrganizationLimits.use((service) => service.getFor(id))
  ),
  updateLimits: call(
    [byId, inBody(OrganizationLimitsPatch)],
    OrganizationLimitsView,
    (id, patch) => OrganizationLimits.use((service) => service.updateFor(id, patch))
  ),
  setAttribute: call(
    [byId, inBody(AttributeWrite)],
    Schema.Void,
    (id, attribute) => OrganizationOperations.use((operations) => operations.setAttribute(id, attribute))
  ),
  vatChecks: call(
    [inQuery(VatCheckQuery)],
    Page(VatCheck),
    ({ outcome, page = 1, page_size = limits.pageSize.standard }) =>
      VatChecks.use((checks) => checks.list(outcome, { page, page_size }))
  )
} satisfies CallsFor<OrganizationOperatorCalls>
