import { Schema } from "effect"
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
  type RepeatableCallOptions
} from "../shared/index.ts"
import {
  ListedOrganization,
  NewOrganization,
  OrganizationDetails,
  OrganizationPatch,
  OrganizationSortField,
  OrganizationWithUsers
} from "./Organization.ts"
import { OrganizationAttribute, RequestedAttribute, RequestedAttributes } from "./OrganizationAttribute.ts"
import { OrganizationAttributes } from "./OrganizationAttributes.ts"
import { OrganizationLimitsPatch, OrganizationLimitsView } from "./OrganizationLimit.ts"
import { OrganizationLimits } from "./OrganizationLimits.ts"
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
export interface OrganizationLimitsJson extends JsonOf<typeof OrganizationLimitsView> {}
export interface OrganizationLimitsInput extends InputOf<typeof OrganizationLimitsPatch> {}
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
   * Makes a suborganization inactive: its calls can only read, and its domains are not renewed. Zones are still served.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.deactivate(organization_id)
   */
  readonly deactivate: (organization_id: string, options?: CallOptions) => Promise<OrganizationJson>
  /**
   * Makes a suborganization active again.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.activate(organization_id)
   */
  readonly activate: (organization_id: string, options?: CallOptions) => Promise<OrganizationJson>
  /**
   * Deletes a suborganization without domains, zones, vanity nameserver sets and balance. Its keys are revoked, and its
   * users removed.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_ORGANIZATION_IN_USE, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.remove(organization_id)
   */
  readonly remove: (organization_id: string, options?: CallOptions) => Promise<void>
  /**
   * Returns the limits of an organization, with what is used of them.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { monthly_spend, spent_this_month } = await caller.organizations.limits(organization_id)
   */
  readonly limits: (organization_id: string, options?: CallOptions) => Promise<OrganizationLimitsJson>
  /**
   * Limits what a suborganization can spend in a calendar month, with tax, and how many domains it can have. Absent
   * members are unchanged, `null` removes a limit. A lowered limit ends nothing: it refuses new charges and domains.
   *
   * Rights: `organization:manage`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.organizations.updateLimits(organization_id, { monthly_spend: "250.00", domains: 100 })
   */
  readonly updateLimits: (
    organization_id: string,
    limits: OrganizationLimitsInput,
    options?: CallOptions
  ) => Promise<OrganizationLimitsJson>
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
  deactivate: call(
    [byId],
    OrganizationWithUsers,
    (id) => Organizations.use((organizations) => organizations.changeStatus(id, "inactive"))
  ),
  activate: call(
    [byId],
    OrganizationWithUsers,
    (id) => Organizations.use((organizations) => organizations.changeStatus(id, "active"))
  ),
  remove: call([byId], Schema.Void, (id) => Organizations.use((organizations) => organizations.remove(id))),
  limits: call([byId], OrganizationLimitsView, (id) => OrganizationLimits.use(({ get }) => get(id))),
  updateLimits: call(
    [byId, inBody(OrganizationLimitsPatch)],
    OrganizationLimitsView,
    (id, patch) => OrganizationLimits.use(({ update }) => update(id, patch))
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
