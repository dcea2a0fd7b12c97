import { Effect, Option, Schema, Struct } from "effect"
import { AmountInput, BillingModel, DecimalAmount, RequestedTaxRate } from "../billing/index.ts"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  Country,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  OrganizationId,
  type Page,
  repeatable,
  type RepeatableCallOptions,
  Text
} from "../shared/index.ts"
import {
  ActivePlan,
  ListedOrganization,
  NewOrganization,
  Organization,
  OrganizationDetails,
  OrganizationPatch,
  OrganizationSortField,
  OrganizationStatus,
  OrganizationWithUsers
} from "./Organization.ts"
import { OrganizationAttribute, RequestedAttribute, RequestedAttributes } from "./OrganizationAttribute.ts"
import { OrganizationAttributes } from "./OrganizationAttributes.ts"
import { OrganizationOperations } from "./OrganizationOperations.ts"
import { Organizations } from "./Organizations.ts"

/** Parameters of the list of organizations. */
export const organizationList = listForm({
  sort: { field: OrganizationSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    search: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(limits.organizationSearch))),
    country_code: Schema.optionalKey(Country)
  }
})

/** Keys of the attributes to return; all of them if absent or empty. */
export const attributeKeys = { keys: Schema.optionalKey(anyOf(RequestedAttribute.fields.key)) }

const target = {
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}
const AttributeQuery = Schema.Struct({ ...target, ...attributeKeys })
const AttributeTarget = Schema.Struct(target)

export interface OrganizationJson extends JsonOf<typeof OrganizationWithUsers> {}
export interface ListedOrganizationJson extends JsonOf<typeof ListedOrganization> {}
export interface OrganizationDetailsJson extends JsonOf<typeof OrganizationDetails> {}
export interface NewOrganizationInput extends InputOf<typeof NewOrganization> {}
export interface OrganizationPatchInput extends InputOf<typeof OrganizationPatch> {}
export interface OrganizationFilterInput extends InputOf<Schema.Struct<typeof organizationList.filter>> {}
export interface OrganizationAttributeJson extends JsonOf<typeof OrganizationAttribute> {}
export interface AttributeInput extends InputOf<typeof RequestedAttribute> {}
export interface AttributeQueryInput extends InputOf<typeof AttributeQuery> {}
export interface AttributeTargetInput extends InputOf<typeof AttributeTarget> {}

/** A parent organization and its suborganizations. */
export interface OrganizationCalls {
  /**
   * Creates a suborganization, with its users if it has any.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID, ERROR_INDEPENDENT_BILLING_CONTACT_NOT_FOUND,
   *   ERROR_INDEPENDENT_BILLING_NOT_ALLOWED, ERROR_INDEPENDENT_BILLING_NOT_APPROVED,
   *   ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED, ERROR_ORGANIZATION_NOT_FOUND, ERROR_USER_EXISTS
   *
   * @example
   * const { organization_id } = await caller.organizations.create(
   *   { name: "Reseller Ltd" },
   *   { idempotencyKey: "reseller-17" }
   * )
   */
  readonly create: (organization: NewOrganizationInput, options?: RepeatableCallOptions) => Promise<OrganizationJson>
  /**
   * Returns one page of the caller's organization and its suborganizations, newest first unless `sort` says otherwise.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const { items } = await caller.organizations.page({ filter: { search: "reseller" } })
   */
  readonly page: (
    request?: ListRequest<OrganizationFilterInput, OrganizationSortField>,
    options?: CallOptions
  ) => Promise<Page<ListedOrganizationJson>>
  /**
   * Iterates over the caller's organization and its suborganizations.
   *
   * Rights: `organization:read`.
   *
   * @example
   * for await (const { name } of caller.organizations.all()) console.log(name)
   */
  readonly all: (
    filter?: OrganizationFilterInput,
    options?: AllOptions<OrganizationSortField>
  ) => AsyncIterable<ListedOrganizationJson>
  /**
   * Returns an organization with its users and its account. `account_balance` is a number of the account's currency.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { account_balance, currency } = await caller.organizations.get(organization_id)
   */
  readonly get: (organization_id: string, options?: CallOptions) => Promise<OrganizationDetailsJson>
  /**
   * Changes an organization. Absent members are unchanged, `null` clears a member.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_INDEPENDENT_BILLING_ATTRIBUTES_INVALID, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.update(organization_id, { city: "London", address_2: null })
   */
  readonly update: (
    organization_id: string,
    changes: OrganizationPatchInput,
    options?: CallOptions
  ) => Promise<OrganizationJson>
  /**
   * Returns the attributes of an organization.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const attributes = await caller.organizations.attributes({ keys: ["balance_alert_threshold"] })
   */
  readonly attributes: (
    query?: AttributeQueryInput,
    options?: CallOptions
  ) => Promise<ReadonlyArray<OrganizationAttributeJson>>
  /**
   * Creates, changes and deletes attributes by key, and returns all of them. A value of `null` deletes the attribute.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_ORGANIZATION_ATTRIBUTE_PROTECTED, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.updateAttributes([{ key: "balance_alert_threshold", value: "50.00" }])
   */
  readonly updateAttributes: (
    attributes: ReadonlyArray<AttributeInput>,
    target?: AttributeTargetInput,
    options?: CallOptions
  ) => Promise<ReadonlyArray<OrganizationAttributeJson>>
}

const byId = inPath("organization_id", OrganizationId)

export const organizationCalls = {
  create: repeatable(
    [inBody(NewOrganization)],
    OrganizationWithUsers,
    (organization) => Organizations.use((organizations) => organizations.create(organization))
  ),
  ...listCalls(
    [],
    organizationList,
    ListedOrganization,
    "organization_id",
    ({ filter, page, sort }) => Organizations.use((organizations) => organizations.list(filter, sort, page))
  ),
  get: call([byId], OrganizationDetails, (id) => Organizations.use((organizations) => organizations.get(id))),
  update: call(
    [byId, inBody(OrganizationPatch)],
    OrganizationWithUsers,
    (id, changes) => Organizations.use((organizations) => organizations.update(id, changes))
  ),
  attributes: call(
    [inQuery(AttributeQuery)],
    Schema.Array(OrganizationAttribute),
    ({ keys = [], organization_id }) =>
      OrganizationAttributes.use((attributes) => attributes.list(organization_id, keys))
  ),
  updateAttributes: call(
    [inBody(RequestedAttributes), inQuery(AttributeTarget)],
    Schema.Array(OrganizationAttribute),
    (requested, { organization_id }) =>
      OrganizationAttributes.use((attributes) => attributes.update(organization_id, requested))
  )
} satisfies CallsFor<OrganizationCalls>

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
  setAttribute: call(
    [byId, inBody(AttributeWrite)],
    Schema.Void,
    (id, attribute) => OrganizationOperations.use((operations) => operations.setAttribute(id, attribute))
  )
} satisfies CallsFor<OrganizationOperatorCalls>
