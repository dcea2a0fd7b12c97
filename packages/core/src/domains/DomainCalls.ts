import { Effect, Schema } from "effect"
import {
  type AllOptions,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  inQuery,
  type JsonOf,
  limits,
  listCalls,
  type ListRequest,
  OrganizationId,
  type Page,
  repeatable,
  type RepeatableCallOptions,
  repeatableWrite,
  type RepeatableWriteOptions
} from "../shared/index.ts"
import { type ClaimsCalls, claimsCalls } from "./claims/ClaimsCalls.ts"
import { Deletions } from "./delete/Deletions.ts"
import { type DomainDnssecCalls, domainDnssecCalls } from "./dnssec/DomainDnssecCalls.ts"
import { DomainReference } from "./Domain.ts"
import type { DomainSortField } from "./DomainFilter.ts"
import { domainFilterOf, domainList } from "./DomainList.ts"
import { type DomainQuoteCalls, domainQuoteCalls } from "./DomainQuoteCalls.ts"
import {
  DecidedTransfer,
  decidedTransfer,
  RenewedDomain,
  renewedDomain,
  RestoredDomain,
  restoredDomain,
  viewOf
} from "./DomainResults.ts"
import { DomainInclude, type DomainListInclude, Domains } from "./Domains.ts"
import { DomainSummary } from "./DomainSummary.ts"
import { DomainView } from "./DomainView.ts"
import { Availability, CheckedName } from "./register/Availability.ts"
import { Registrations } from "./register/Registrations.ts"
import { Renewals } from "./renew/Renewals.ts"
import {
  AllocationToken,
  OutboundTransferRequest,
  RegisterDomain,
  RenewDomainRequest,
  RestoreDomainRequest,
  TransferInDomain,
  UpdateDomainRequest
} from "./request/DomainRequest.ts"
import { type StatisticsCalls, statisticsCalls } from "./statistics/StatisticsCalls.ts"
import { type TldSpecificCalls, tldSpecificCalls } from "./TldSpecificCalls.ts"
import { OutboundTransfers } from "./transfer/OutboundTransfers.ts"
import { Transfers } from "./transfer/Transfers.ts"
import { DomainUpdates } from "./update/DomainUpdates.ts"

const domainFilter = {
  ...domainList.filter,
  /** A suborganization. Default the caller's organization. */
  organization_id: Schema.optionalKey(OrganizationId)
}

const DomainQuery = Schema.Struct({ include: Schema.optionalKey(Schema.Array(DomainInclude)) })

/** Names whose availability is checked. */
export const NamesToCheck = Schema.Array(Schema.String.check(Schema.isMaxLength(limits.checkNameLength))).check(
  Schema.isMinLength(limits.checkNames.minimum),
  Schema.isMaxLength(limits.checkNames.maximum)
)

const CheckQuery = Schema.Struct({ allocation_token: Schema.optionalKey(AllocationToken) })

export interface CheckQueryInput extends InputOf<typeof CheckQuery> {}
export interface DomainJson extends JsonOf<typeof DomainView> {}
export interface RenewedDomainJson extends JsonOf<typeof RenewedDomain> {}
export interface RestoredDomainJson extends JsonOf<typeof RestoredDomain> {}
export interface DecidedTransferJson extends JsonOf<typeof DecidedTransfer> {}
export interface DomainSummaryJson extends JsonOf<typeof DomainSummary> {}
export interface CheckedNameJson extends JsonOf<typeof CheckedName> {}
export interface DomainFilterInput extends InputOf<Schema.Struct<typeof domainFilter>> {}
export interface DomainQueryInput extends InputOf<typeof DomainQuery> {}
export interface RegisterDomainInput extends InputOf<typeof RegisterDomain> {}
export interface UpdateDomainInput extends InputOf<typeof UpdateDomainRequest> {}
export interface RenewDomainInput extends InputOf<typeof RenewDomainRequest> {}
export interface RestoreDomainInput extends InputOf<typeof RestoreDomainRequest> {}
export interface TransferDomainInput extends InputOf<typeof TransferInDomain> {}
export interface OutboundTransferInput extends InputOf<typeof OutboundTransferRequest> {}

/** Domains of the account, from registration to deletion. A domain is named by its name or its id. */
export interface DomainCalls
  extends ClaimsCalls, DomainDnssecCalls, DomainQuoteCalls, StatisticsCalls, TldSpecificCalls
{
  /**
   * Asks the registries whether names can be registered. With `allocation_token`, names that need the token are available.
   *
   * Rights: `domains:read`.
   *
   * @example
   * const [checked] = await caller.domains.check(["example.com"])
   */
  readonly check: (
    names: ReadonlyArray<string>,
    query?: CheckQueryInput,
    options?: CallOptions
  ) => Promise<ReadonlyArray<CheckedNameJson>>
  /**
   * Returns one page of domains, newest first unless `sort` says otherwise.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const { items, total } = await caller.domains.page({
   *   filter: { tld: ["com"], expires_before: new Date(2027, 0) },
   *   sort: { by: "name" },
   *   page_size: 50
   * })
   */
  readonly page: (
    request?: ListRequest<DomainFilterInput, DomainSortField, DomainListInclude>,
    options?: CallOptions
  ) => Promise<Page<DomainJson>>
  /**
   * Iterates over all domains that match a filter.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * for await (const domain of caller.domains.all({ tld: ["com"] })) console.log(domain.name, domain.expires_on)
   */
  readonly all: (
    filter?: DomainFilterInput,
    options?: AllOptions<DomainSortField, DomainListInclude>
  ) => AsyncIterable<DomainJson>
  /**
   * Returns a domain.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND
   *
   * @example
   * const domain = await caller.domains.get("example.com", { include: ["tags"] })
   */
  readonly get: (domain_reference: string, query?: DomainQueryInput, options?: CallOptions) => Promise<DomainJson>
  /**
   * Returns the entity tag of a domain, for the option `ifMatch` of writes. Ask for it before you read the domain: a change
   * in between then fails the write.
   *
   * Rights: `domains:read`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND
   *
   * @example
   * const ifMatch = await caller.domains.entityTag("example.com")
   * await caller.domains.update("example.com", { renewal_mode: "expire" }, { ifMatch })
   */
  readonly entityTag: (domain_reference: string, options?: CallOptions) => Promise<string>
  /**
   * Counts domains by status, tag, TLD and organization.
   *
   * Rights: `domains:read`.
   *
   * @example
   * const summary = await caller.domains.summary()
   */
  readonly summary: (options?: CallOptions) => Promise<DomainSummaryJson>
  /**
   * Registers a domain and charges the price list. `period` is a number of years.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_CLAIMS_NOTICE_HASH_MISMATCH, ERROR_CLAIMS_NOTICE_NOT_FOUND,
   *   ERROR_CONTACT_NOT_FOUND, ERROR_DOMAIN_EXISTS, ERROR_DOMAIN_UNAVAILABLE, ERROR_POLICY_VALIDATION,
   *   ERROR_PREMIUM_PRICE_MISMATCH, ERROR_PREMIUM_PRICE_NOT_APPLICABLE,
   *   ERROR_PRICE_UNAVAILABLE, ERROR_QUOTE_EXPIRED, ERROR_QUOTE_MISMATCH, ERROR_QUOTE_NOT_FOUND, ERROR_QUOTE_USED,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS, ERROR_TLD_NOT_AVAILABLE,
   *   ERROR_ORGANIZATION_DOMAIN_LIMIT, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * const domain = await caller.domains.register(
   *   { name: "example.com", period: 1, renewal_mode: "renew", contacts: { registrant: contact_id } },
   *   { idempotencyKey: "order-17" }
   * )
   */
  readonly register: (order: RegisterDomainInput, options?: RepeatableCallOptions) => Promise<DomainJson>
  /**
   * Changes contacts, nameservers, statuses, the renewal mode, attributes or the auth code. Absent members are unchanged.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_CONTACT_NOT_FOUND, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_STATUS_PROHIBITED,
   *   ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE,
   *   ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.update("example.com", { nameservers: [{ hostname: "ns1.example.net" }, { hostname: "ns2.example.net" }] })
   */
  readonly update: (
    domain_reference: string,
    changes: UpdateDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<DomainJson>
  /**
   * Renews a domain and charges the price list. `current_expiry_date` prevents a second renewal by mistake.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_DOMAIN_EXPIRY_MISMATCH, ERROR_DOMAIN_NOT_FOUND,
   *   ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_POLICY_VALIDATION, ERROR_PRECONDITION_FAILED,
   *   ERROR_PREMIUM_PRICE_MISMATCH, ERROR_PREMIUM_PRICE_NOT_APPLICABLE, ERROR_PRICE_UNAVAILABLE, ERROR_QUOTE_EXPIRED,
   *   ERROR_QUOTE_MISMATCH, ERROR_QUOTE_NOT_FOUND, ERROR_QUOTE_USED, ERROR_REGISTRY_POLICY,
   *   ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS, ERROR_TLD_NOT_AVAILABLE
   *
   * @example
   * const { new_expiry_date } = await caller.domains.renew("example.com", { period: 1, current_expiry_date: domain.expires_on })
   */
  readonly renew: (
    domain_reference: string,
    renewal: RenewDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<RenewedDomainJson>
  /**
   * Deletes a domain. Charges in a grace period are refunded; most TLDs let the domain be restored for a while.
   *
   * Rights: `domains:delete`.
   *
   * @throws ERROR_DOMAIN_DELETE_PROHIBITED, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY,
   *   ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.remove("example.com", { idempotencyKey: "cancellation-17" })
   */
  readonly remove: (domain_reference: string, options?: RepeatableWriteOptions) => Promise<void>
  /**
   * Restores a deleted domain from its redemption period and charges the price list.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY,
   *   ERROR_DOMAIN_STATUS_PROHIBITED, ERROR_PRECONDITION_FAILED, ERROR_PREMIUM_PRICE_MISMATCH,
   *   ERROR_PREMIUM_PRICE_NOT_APPLICABLE, ERROR_PRICE_UNAVAILABLE, ERROR_QUOTE_EXPIRED, ERROR_QUOTE_MISMATCH,
   *   ERROR_QUOTE_NOT_FOUND, ERROR_QUOTE_USED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE,
   *   ERROR_REQUEST_IN_PROGRESS, ERROR_TLD_NOT_AVAILABLE
   *
   * @example
   * await caller.domains.restore("example.com", {})
   */
  readonly restore: (
    domain_reference: string,
    restoration: RestoreDomainInput,
    options?: RepeatableWriteOptions
  ) => Promise<RestoredDomainJson>
  /**
   * Requests the transfer of a domain from another registrar and charges the price list.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_BILLING_INSUFFICIENT_FUNDS, ERROR_CONTACT_NOT_FOUND, ERROR_DOMAIN_EXISTS, ERROR_DOMAIN_TRANSFER,
   *   ERROR_DOMAIN_TRANSFER_ALREADY_OWNED, ERROR_DOMAIN_TRANSFER_AUTHINFO_MALFORMED,
   *   ERROR_DOMAIN_TRANSFER_INTERNAL_NOT_SUPPORTED, ERROR_DOMAIN_TRANSFER_INVALID_AUTH_CODE,
   *   ERROR_DOMAIN_TRANSFER_NOT_ALLOWED, ERROR_POLICY_VALIDATION, ERROR_PREMIUM_PRICE_MISMATCH,
   *   ERROR_PREMIUM_PRICE_NOT_APPLICABLE, ERROR_PRICE_UNAVAILABLE, ERROR_QUOTE_EXPIRED, ERROR_QUOTE_MISMATCH,
   *   ERROR_QUOTE_NOT_FOUND, ERROR_QUOTE_USED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE,
   *   ERROR_REQUEST_IN_PROGRESS, ERROR_TLD_NOT_AVAILABLE,
   *   ERROR_ORGANIZATION_DOMAIN_LIMIT, ERROR_ORGANIZATION_NOT_FOUND
   *
   * @example
   * await caller.domains.transferIn({ name: "example.com", auth_code, renewal_mode: "renew", contacts: { registrant: contact_id } })
   */
  readonly transferIn: (transfer: TransferDomainInput, options?: RepeatableCallOptions) => Promise<DomainJson>
  /**
   * Cancels a pending inbound transfer.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_TRANSFER_NOT_PENDING,
   *   ERROR_PRECONDITION_FAILED, ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.cancelTransfer("example.com")
   */
  readonly cancelTransfer: (domain_reference: string, options?: RepeatableWriteOptions) => Promise<void>
  /**
   * Approves or rejects the request of another registrar for a domain.
   *
   * Rights: `domains:manage`.
   *
   * @throws ERROR_DOMAIN_NOT_FOUND, ERROR_DOMAIN_READ_ONLY, ERROR_DOMAIN_TRANSFER, ERROR_PRECONDITION_FAILED,
   *   ERROR_REGISTRY_POLICY, ERROR_REGISTRY_UNAVAILABLE, ERROR_REQUEST_IN_PROGRESS
   *
   * @example
   * await caller.domains.decideTransfer("example.com", { action: "reject" })
   */
  readonly decideTransfer: (
    domain_reference: string,
    decision: OutboundTransferInput,
    options?: RepeatableWriteOptions
  ) => Promise<DecidedTransferJson>
}

const byReference = inPath("domain_reference", DomainReference)

export const domainCalls = {
  check: call(
    [inBody(NamesToCheck), inQuery(CheckQuery)],
    Schema.Array(CheckedName),
    (names, { allocation_token }) => Availability.use((availability) => availability.check(names, allocation_token))
  ),
  ...listCalls(
    [],
    { ...domainList, filter: domainFilter },
    DomainView,
    "domain_id",
    ({ filter: { organization_id, ...filter }, include, page, sort }) =>
      Domains.use((domains) => domains.list(domainFilterOf(filter), sort, page, include, organization_id))
  ),
  get: call(
    [byReference, inQuery(DomainQuery)],
    DomainView,
    (reference, { include = [] }) => Domains.use((domains) => domains.get(reference, include))
  ),
  entityTag: call(
    [byReference],
    Schema.String,
    (reference) =>
      Effect.map(Domains.use((domains) => domains.getTagged(reference, [])), ({ entity_tag }) => entity_tag)
  ),
  summary: call([], DomainSummary, () => Domains.use((domains) => domains.summary)),
  register: repeatable(
    [inBody(RegisterDomain)],
    DomainView,
    (order) => Effect.flatMap(Registrations.use((registrations) => registrations.register(order)), viewOf)
  ),
  update: repeatableWrite(
    [byReference, inBody(UpdateDomainRequest)],
    DomainView,
    (ifMatch, reference, changes) =>
      Effect.flatMap(DomainUpdates.use((updates) => updates.update(reference, changes, ifMatch)), viewOf)
  ),
  renew: repeatableWrite(
    [byReference, inBody(RenewDomainRequest)],
    RenewedDomain,
    (ifMatch, reference, renewal) =>
      Effect.flatMap(
        Renewals.use((renewals) => renewals.renew(reference, renewal, ifMatch)),
        (domain) => renewedDomain(domain, renewal)
      )
  ),
  remove: repeatableWrite(
    [byReference],
    Schema.Void,
    (ifMatch, reference) => Deletions.use((deletions) => deletions.remove(reference, ifMatch))
  ),
  restore: repeatableWrite(
    [byReference, inBody(RestoreDomainRequest)],
    RestoredDomain,
    (ifMatch, reference, restoration) =>
      Effect.flatMap(
        Deletions.use((deletions) => deletions.restore(reference, restoration, ifMatch)),
        restoredDomain
      )
  ),
  transferIn: repeatable(
    [inBody(TransferInDomain)],
    DomainView,
    (transfer) => Effect.flatMap(Transfers.use((transfers) => transfers.request(transfer)), viewOf)
  ),
  cancelTransfer: repeatableWrite(
    [byReference],
    Schema.Void,
    (ifMatch, reference) => Transfers.use((transfers) => transfers.cancel(reference, ifMatch))
  ),
  decideTransfer: repeatableWrite(
    [byReference, inBody(OutboundTransferRequest)],
    DecidedTransfer,
    (ifMatch, reference, decision) =>
      Effect.map(
        OutboundTransfers.use((transfers) => transfers.decide(reference, decision, ifMatch)),
        (domain) => decidedTransfer(domain, decision)
      )
  ),
  ...domainDnssecCalls,
  ...tldSpecificCalls,
  ...claimsCalls,
  ...domainQuoteCalls,
  ...statisticsCalls
} satisfies CallsFor<DomainCalls>
