import {
  type ApiKeyCalls,
  apiKeyCalls,
  type IpRestrictionCalls,
  ipRestrictionCalls,
  type RoleCalls,
  roleCalls,
  type UserCalls,
  userCalls
} from "../access/index.ts"
import { type ApprovalCalls, approvalCalls } from "../approvals/index.ts"
import { type ObjectLogCalls, objectLogCalls, type RequestHistoryCalls, requestHistoryCalls } from "../archive/index.ts"
import { type AvailabilityCalls, availabilityCalls } from "../availability/index.ts"
import {
  type PriceCalls,
  priceCalls,
  type PriceOperations,
  priceOperations,
  type TransactionCalls,
  transactionCalls,
  type WalletOperations,
  walletOperations
} from "../billing/index.ts"
import { type BrandingCalls, brandingCalls } from "../branding/index.ts"
import { type AttributeSetCalls, attributeSetCalls, type ContactCalls, contactCalls } from "../contacts/index.ts"
import {
  type VanityNameserverCalls,
  vanityNameserverCalls,
  type VanityZoneCalls,
  vanityZoneCalls,
  type ZoneCalls,
  zoneCalls,
  type ZoneChangeCalls,
  zoneChangeCalls
} from "../dns/index.ts"
import { type DomainCalls, domainCalls, type StatisticsOperations, statisticsOperations } from "../domains/index.ts"
import { type ContactVerificationCalls, contactVerificationCalls } from "../emailverification/index.ts"
import { type EventCalls, eventCalls } from "../events/index.ts"
import { type HostCalls, hostCalls } from "../hosts/index.ts"
import {
  type InvoiceCalls,
  invoiceCalls,
  invoiceOperations,
  type InvoiceOperatorCalls,
  type ReceiptCalls,
  receiptCalls
} from "../invoices/index.ts"
import { type BatchCalls, batchCalls, type JobCalls, jobCalls } from "../jobs/index.ts"
import {
  type OrganizationCalls,
  organizationCalls,
  organizationOperations,
  type OrganizationOperatorCalls
} from "../organizations/index.ts"
import { type PaymentCalls, paymentCalls, type PaymentOperations, paymentOperations } from "../payments/index.ts"
import { userOperations, type UserOperatorCalls } from "../people/index.ts"
import { type ReconciliationOperations, reconciliationOperations } from "../reconciliation/index.ts"
import { type RegistrarCalls, registrarCalls } from "../registrars/index.ts"
import { type ReportCalls, reportCalls } from "../reports/index.ts"
import { type TagCalls, tagCalls } from "../tags/index.ts"
import { type TldCalls, tldCalls } from "../tlds/index.ts"
import { type UsageCalls, usageCalls, type UsageOperations, usageOperations } from "../usage/index.ts"
import { type WaitlistCalls, waitlistCalls, waitlistOperations, type WaitlistOperatorCalls } from "../waitlist/index.ts"
import { type WebhookCalls, webhookCalls, type WebhookDeliveryCalls, webhookDeliveryCalls } from "../webhooks/index.ts"
import type { BatchCommandInput } from "./batchCommands.ts"
import type { CallGroupsFor } from "./PromiseCalls.ts"

/**
 * Methods of a caller, by group. Every method checks the rights of the caller.
 *
 * A method lists the codes of its own errors. Each may also reject with `ERROR_INVALID_INPUT`, with
 * `ERROR_PERMISSION_DENIED`, with `ERROR_ORGANIZATION_NOT_FOUND`, `ERROR_ORGANIZATION_INACTIVE` or `ERROR_ROLE_NOT_FOUND`
 * for the caller, and with failures of the installation. Calls with an idempotency key may also reject with
 * `ERROR_IDEMPOTENCY_KEY_REUSED` or `ERROR_REQUEST_IN_PROGRESS`.
 */
export interface PlatformCalls {
  /** API keys and client secrets of the organization, for programs that use the REST interface. */
  readonly apiKeys: ApiKeyCalls
  /** Changes that agents asked their users to approve, and the organization's policy for agents. */
  readonly approvals: ApprovalCalls
  /** Attribute sets: contact data that the registry of a TLD wants in addition, linked to contacts. */
  readonly attributeSets: AttributeSetCalls
  /** Statuses of names, for searches; `domains.check` has prices and always asks the registries. */
  readonly availability: AvailabilityCalls
  /** Batches: the jobs of one submission. */
  readonly batches: BatchCalls
  /** Brand of the organization: its name, colors, links and texts. */
  readonly branding: BrandingCalls
  /** People and organizations that domains name as registrant, administrative, technical and billing contacts. */
  readonly contacts: ContactCalls
  /** Verifications of the mail addresses of contacts: their holders confirm them with a token. */
  readonly contactVerifications: ContactVerificationCalls
  /** Domains of the account, from registration to deletion. A domain is named by its name or its id. */
  readonly domains: DomainCalls
  /** Events about domains, contacts, hosts and the account. */
  readonly events: EventCalls
  /** Nameservers below the account's own domains, with their addresses at the registry (glue records). */
  readonly hosts: HostCalls
  /** Invoices and credit notes of an organization that pays for itself. Amounts are decimal text, such as `"9.50"`. */
  readonly invoices: InvoiceCalls
  /** Networks from which the organization accepts calls. */
  readonly ipRestrictions: IpRestrictionCalls
  /** Jobs: commands that workers carry out in the background, one per domain, zone or other object. */
  readonly jobs: JobCalls<BatchCommandInput>
  /** Changes of the organization's objects: what changed, who changed it, and in which request. */
  readonly objectLogs: ObjectLogCalls
  readonly requestHistory: RequestHistoryCalls
  /** A parent organization and its suborganizations. */
  readonly organizations: OrganizationCalls
  /** Top-ups of the wallet through the payment provider of the installation. */
  readonly payments: PaymentCalls
  /** Prices that an organization pays. */
  readonly prices: PriceCalls
  /** Receipts of payments. Amounts are decimal text, such as `"9.50"`. */
  readonly receipts: ReceiptCalls
  /** Accounts at external registrars, whose domains are shown here and cannot be changed here. */
  readonly registrars: RegistrarCalls
  /** Exports that are made in the background. */
  readonly reports: ReportCalls
  /** Roles of the organization: sets of rights that users and API keys have. */
  readonly roles: RoleCalls
  /** Tags that an organization puts on its domains, contacts and zones. */
  readonly tags: TagCalls
  /** Rules of the TLDs that the installation sells. */
  readonly tlds: TldCalls
  /** Charges, refunds, credits and payments of an organization. Amounts are decimal text, such as `"9.50"`. */
  readonly transactions: TransactionCalls
  /** Usage of metered products. */
  readonly usage: UsageCalls
  /** Users of the organization. A host with users of its own needs none; see the option `user` of `platform.as`. */
  readonly users: UserCalls
  /** Vanity nameservers: nameservers under the account's own names. */
  readonly vanityNameservers: VanityNameserverCalls
  /** Zones of vanity nameserver sets. */
  readonly vanityZones: VanityZoneCalls
  /** Products to which the organization is invited, and for which its users apply. */
  readonly waitlist: WaitlistCalls
  /** Deliveries to webhook endpoints in the last 30 days. */
  readonly webhookDeliveries: WebhookDeliveryCalls
  /** Webhook endpoints: addresses that events are sent to, signed as Standard Webhooks describes. */
  readonly webhooks: WebhookCalls
  /** The history of zones: one entry for each serial. */
  readonly zoneChanges: ZoneChangeCalls
  /** DNS zones. A zone is named by its name or its id; TTLs are in seconds. */
  readonly zones: ZoneCalls
}

/** Methods of the operator of an installation, by group. They check no rights, so keep them from callers. */
export interface OperatorCalls {
  /** Invoices, credit notes and receipts of all organizations. */
  readonly invoices: InvoiceOperatorCalls
  /** Customers of the operator: parent organizations. */
  readonly organizations: OrganizationOperatorCalls
  /** Payments of all organizations. */
  readonly payments: PaymentOperations
  /** The default price list, and the price lists of single organizations, which go before it. */
  readonly prices: PriceOperations
  /** Daily comparison of charges, orders, quotes, the ledger, payments and invoices. */
  readonly reconciliation: ReconciliationOperations
  /** The daily counters that the statistics of domains read. */
  readonly statistics: StatisticsOperations
  /** Recording of the usage of metered products. */
  readonly usage: UsageOperations
  /** Users of all organizations, for help with their sign-in. */
  readonly users: UserOperatorCalls
  /** Products with a waitlist, the organizations that are invited to them, and decisions about applications. */
  readonly waitlist: WaitlistOperatorCalls
  /** Accounts of organizations that pay for themselves. Amounts are minor units (`1234` is 12.34) or decimal text. */
  readonly wallets: WalletOperations
}

/** Declarations of the methods of `PlatformCalls`. */
export const callerCalls = {
  apiKeys: apiKeyCalls,
  approvals: approvalCalls,
  attributeSets: attributeSetCalls,
  availability: availabilityCalls,
  batches: batchCalls,
  branding: brandingCalls,
  contacts: contactCalls,
  contactVerifications: contactVerificationCalls,
  domains: domainCalls,
  events: eventCalls,
  hosts: hostCalls,
  invoices: invoiceCalls,
  ipRestrictions: ipRestrictionCalls,
  jobs: jobCalls,
  objectLogs: objectLogCalls,
  requestHistory: requestHistoryCalls,
  organizations: organizationCalls,
  payments: paymentCalls,
  prices: priceCalls,
  receipts: receiptCalls,
  registrars: registrarCalls,
  reports: reportCalls,
  roles: roleCalls,
  tags: tagCalls,
  tlds: tldCalls,
  transactions: transactionCalls,
  usage: usageCalls,
  users: userCalls,
  vanityNameservers: vanityNameserverCalls,
  vanityZones: vanityZoneCalls,
  waitlist: waitlistCalls,
  webhookDeliveries: webhookDeliveryCalls,
  webhooks: webhookCalls,
  zoneChanges: zoneChangeCalls,
  zones: zoneCalls
} satisfies CallGroupsFor<PlatformCalls>

/** Declarations of the methods of `OperatorCalls`. */
export const operatorCalls = {
  invoices: invoiceOperations,
  organizations: organizationOperations,
  payments: paymentOperations,
  prices: priceOperations,
  reconciliation: reconciliationOperations,
  statistics: statisticsOperations,
  usage: usageOperations,
  users: userOperations,
  waitlist: waitlistOperations,
  wallets: walletOperations
} satisfies CallGroupsFor<OperatorCalls>
