// Written by `npm run collect`: do not edit.
import type { Storage } from "@namewright/core/embed"
import type { Layer } from "effect"
import { apiKeyStoreContract } from "./access/ApiKeyStoreContract.ts"
import { idempotencyStoreContract } from "./access/IdempotencyStoreContract.ts"
import { ipRestrictionStoreContract } from "./access/IpRestrictionStoreContract.ts"
import { passkeyStoreContract } from "./access/PasskeyStoreContract.ts"
import { revokedTokenStoreContract } from "./access/RevokedTokenStoreContract.ts"
import { roleStoreContract } from "./access/RoleStoreContract.ts"
import { signingKeyStoreContract } from "./access/SigningKeyStoreContract.ts"
import { userCredentialStoreContract } from "./access/UserCredentialStoreContract.ts"
import { userStoreContract } from "./access/UserStoreContract.ts"
import { agentPolicyStoreContract } from "./approvals/AgentPolicyStoreContract.ts"
import { approvalKeyStoreContract } from "./approvals/ApprovalKeyStoreContract.ts"
import { approvalStoreContract } from "./approvals/ApprovalStoreContract.ts"
import { requestStoreContract } from "./archive/RequestStoreContract.ts"
import { billingInvariants } from "./billing/BillingInvariants.ts"
import { billingTransactionStoreContract } from "./billing/BillingTransactionStoreContract.ts"
import { ledgerStoreContract } from "./billing/LedgerStoreContract.ts"
import { priceStoreContract } from "./billing/PriceStoreContract.ts"
import { walletContract } from "./billing/WalletContract.ts"
import { brandingAssetStoreContract } from "./branding/BrandingAssetStoreContract.ts"
import { brandingDocumentStoreContract } from "./branding/BrandingDocumentStoreContract.ts"
import { brandingSenderStoreContract } from "./branding/BrandingSenderStoreContract.ts"
import { whitelabelStoreContract } from "./branding/WhitelabelStoreContract.ts"
import { authorityAccountStoreContract } from "./certificates/AuthorityAccountStoreContract.ts"
import { certificateStoreContract } from "./certificates/CertificateStoreContract.ts"
import { challengeStoreContract } from "./certificates/ChallengeStoreContract.ts"
import { changeFeedContract } from "./changes/ChangeFeedContract.ts"
import { attributeSetStoreContract } from "./contacts/AttributeSetStoreContract.ts"
import { contactClaimStoreContract } from "./contacts/ContactClaimStoreContract.ts"
import { contactListContract } from "./contacts/ContactListContract.ts"
import { contactStoreContract } from "./contacts/ContactStoreContract.ts"
import { contactUsageContract } from "./contacts/ContactUsageContract.ts"
import { aliasStoreContract } from "./dns/AliasStoreContract.ts"
import { vanitySetStoreContract } from "./dns/VanitySetStoreContract.ts"
import { zoneHistoryContract } from "./dns/ZoneHistoryContract.ts"
import { zoneKeyStoreContract } from "./dns/ZoneKeyStoreContract.ts"
import { zoneListContract } from "./dns/ZoneListContract.ts"
import { zoneOwnershipStoreContract } from "./dns/ZoneOwnershipStoreContract.ts"
import { zonePublicationLeaseContract } from "./dns/ZonePublicationLeaseContract.ts"
import { zonePublicationStoreContract } from "./dns/ZonePublicationStoreContract.ts"
import { zonesContract } from "./dns/ZonesContract.ts"
import { zoneStoreContract } from "./dns/ZoneStoreContract.ts"
import { claimsNoticeStoreContract } from "./domains/ClaimsNoticeStoreContract.ts"
import { declarationStoreContract } from "./domains/DeclarationStoreContract.ts"
import { domainContactsContract } from "./domains/DomainContactsContract.ts"
import { domainDnssecStoreContract } from "./domains/DomainDnssecStoreContract.ts"
import { domainQuoteStoreContract } from "./domains/DomainQuoteStoreContract.ts"
import { domainStatisticsStoreContract } from "./domains/DomainStatisticsStoreContract.ts"
import { domainStoreContract } from "./domains/DomainStoreContract.ts"
import { registryHandleStoreContract } from "./domains/RegistryHandleStoreContract.ts"
import { registryMessageStoreContract } from "./domains/RegistryMessageStoreContract.ts"
import { contactVerificationStoreContract } from "./emailverification/ContactVerificationStoreContract.ts"
import { eventStoreContract } from "./events/EventStoreContract.ts"
import { hostStoreContract } from "./hosts/HostStoreContract.ts"
import { invoiceCorrectionContract } from "./invoices/InvoiceCorrectionContract.ts"
import { invoiceIssueContract } from "./invoices/InvoiceIssueContract.ts"
import { invoicePaymentContract } from "./invoices/InvoicePaymentContract.ts"
import { jobControlContract } from "./jobs/JobControlContract.ts"
import { jobModelContract } from "./jobs/JobModelContract.ts"
import { jobSchedulingContract } from "./jobs/JobSchedulingContract.ts"
import { jobStoreContract } from "./jobs/JobStoreContract.ts"
import { jobTelemetryContract } from "./jobs/JobTelemetryContract.ts"
import { mailStoreContract } from "./mail/MailStoreContract.ts"
import { objectLogStoreContract } from "./objectlog/ObjectLogStoreContract.ts"
import { organizationStoreContract } from "./organizations/OrganizationStoreContract.ts"
import { vatCheckStoreContract } from "./organizations/VatCheckStoreContract.ts"
import { paymentStoreContract } from "./payments/PaymentStoreContract.ts"
import { processStoreContract } from "./processes/ProcessStoreContract.ts"
import { programUseStoreContract } from "./realm/ProgramUseStoreContract.ts"
import { realmKeyStoreContract } from "./realm/RealmKeyStoreContract.ts"
import { realmRecordStoreContract } from "./realm/RealmRecordStoreContract.ts"
import { findingStoreContract } from "./reconciliation/FindingStoreContract.ts"
import { ledgerSumsContract } from "./reconciliation/LedgerSumsContract.ts"
import { externalDomainStoreContract } from "./registrars/ExternalDomainStoreContract.ts"
import { registrarCredentialStoreContract } from "./registrars/RegistrarCredentialStoreContract.ts"
import { registrarSyncContract } from "./registrars/RegistrarSyncContract.ts"
import { intentLeaseContract } from "./registry/IntentLeaseContract.ts"
import { registrarIdsContract } from "./registry/RegistrarIdsContract.ts"
import { registryIntentStoreContract } from "./registry/RegistryIntentStoreContract.ts"
import { registryMaintenanceStoreContract } from "./registry/RegistryMaintenanceStoreContract.ts"
import { endedSlotsContract, registrySessionSlotsContract } from "./registry/RegistrySessionSlotsContract.ts"
import { simulatorStoreContract } from "./registry/SimulatorStoreContract.ts"
import { reportRecordsContract } from "./reports/ReportRecordsContract.ts"
import { reportStoreContract } from "./reports/ReportStoreContract.ts"
import { storedReportFilesContract } from "./reports/StoredReportFilesContract.ts"
import { transactionContract } from "./shared/TransactionContract.ts"
import { tagStoreContract } from "./tags/TagStoreContract.ts"
import { usageStoreContract } from "./usage/UsageStoreContract.ts"
import { waitlistStoreContract } from "./waitlist/WaitlistStoreContract.ts"
import { webhookDeliveryStoreContract } from "./webhooks/WebhookDeliveryStoreContract.ts"
import { webhookEndpointStoreContract } from "./webhooks/WebhookEndpointStoreContract.ts"

/** Every promise of storage. A driver package calls this once with its layer. */
// oxlint-disable-next-line namewright/function-length -- one line for each contract
export const storageContract = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
  apiKeyStoreContract(name, storage)
  idempotencyStoreContract(name, storage)
  ipRestrictionStoreContract(name, storage)
  passkeyStoreContract(name, storage)
  revokedTokenStoreContract(name, storage)
  roleStoreContract(name, storage)
  signingKeyStoreContract(name, storage)
  userCredentialStoreContract(name, storage)
  userStoreContract(name, storage)
  agentPolicyStoreContract(name, storage)
  approvalKeyStoreContract(name, storage)
  approvalStoreContract(name, storage)
  requestStoreContract(name, storage)
  billingInvariants(name, storage)
  billingTransactionStoreContract(name, storage)
  ledgerStoreContract(name, storage)
  priceStoreContract(name, storage)
  walletContract(name, storage)
  brandingAssetStoreContract(name, storage)
  brandingDocumentStoreContract(name, storage)
  brandingSenderStoreContract(name, storage)
  whitelabelStoreContract(name, storage)
  authorityAccountStoreContract(name, storage)
  certificateStoreContract(name, storage)
  challengeStoreContract(name, storage)
  changeFeedContract(name, storage)
  attributeSetStoreContract(name, storage)
  contactClaimStoreContract(name, storage)
  contactListContract(name, storage)
  contactStoreContract(name, storage)
  contactUsageContract(name, storage)
  aliasStoreContract(name, storage)
  vanitySetStoreContract(name, storage)
  zoneHistoryContract(name, storage)
  zoneKeyStoreContract(name, storage)
  zoneListContract(name, storage)
  zoneOwnershipStoreContract(name, storage)
  zonePublicationLeaseContract(name, storage)
  zonePublicationStoreContract(name, storage)
  zonesContract(name, storage)
  zoneStoreContract(name, storage)
  claimsNoticeStoreContract(name, storage)
  declarationStoreContract(name, storage)
  domainContactsContract(name, storage)
  domainDnssecStoreContract(name, storage)
  domainQuoteStoreContract(name, storage)
  domainStatisticsStoreContract(name, storage)
  domainStoreContract(name, storage)
  registryHandleStoreContract(name, storage)
  registryMessageStoreContract(name, storage)
  contactVerificationStoreContract(name, storage)
  eventStoreContract(name, storage)
  hostStoreContract(name, storage)
  invoiceCorrectionContract(name, storage)
  invoiceIssueContract(name, storage)
  invoicePaymentContract(name, storage)
  jobControlContract(name, storage)
  jobModelContract(name, storage)
  jobSchedulingContract(name, storage)
  jobStoreContract(name, storage)
  jobTelemetryContract(name, storage)
  mailStoreContract(name, storage)
  objectLogStoreContract(name, storage)
  organizationStoreContract(name, storage)
  vatCheckStoreContract(name, storage)
  paymentStoreContract(name, storage)
  processStoreContract(name, storage)
  programUseStoreContract(name, storage)
  realmKeyStoreContract(name, storage)
  realmRecordStoreContract(name, storage)
  findingStoreContract(name, storage)
  ledgerSumsContract(name, storage)
  externalDomainStoreContract(name, storage)
  registrarCredentialStoreContract(name, storage)
  registrarSyncContract(name, storage)
  intentLeaseContract(name, storage)
  registrarIdsContract(name, storage)
  registryIntentStoreContract(name, storage)
  registryMaintenanceStoreContract(name, storage)
  registrySessionSlotsContract(name, storage)
  endedSlotsContract(name, storage)
  simulatorStoreContract(name, storage)
  reportRecordsContract(name, storage)
  reportStoreContract(name, storage)
  storedReportFilesContract(name, storage)
  transactionContract(name, storage)
  tagStoreContract(name, storage)
  usageStoreContract(name, storage)
  waitlistStoreContract(name, storage)
  webhookDeliveryStoreContract(name, storage)
  webhookEndpointStoreContract(name, storage)
}
