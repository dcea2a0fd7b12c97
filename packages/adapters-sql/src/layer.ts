// Written by `npm run collect`: do not edit.
import { Layer } from "effect"
import * as ApiKeyStoreSql from "./access/ApiKeyStoreSql.ts"
import * as CredentialStoreSql from "./access/CredentialStoreSql.ts"
import * as IdempotencyStoreSql from "./access/IdempotencyStoreSql.ts"
import * as IpRestrictionStoreSql from "./access/IpRestrictionStoreSql.ts"
import * as PasskeyStoreSql from "./access/PasskeyStoreSql.ts"
import * as RevokedTokenStoreSql from "./access/RevokedTokenStoreSql.ts"
import * as RoleStoreSql from "./access/RoleStoreSql.ts"
import * as SignInAttemptStoreSql from "./access/SignInAttemptStoreSql.ts"
import * as SigningKeyStoreSql from "./access/SigningKeyStoreSql.ts"
import * as UserCredentialStoreSql from "./access/UserCredentialStoreSql.ts"
import * as UserStoreSql from "./access/UserStoreSql.ts"
import * as AgentPolicyStoreSql from "./approvals/AgentPolicyStoreSql.ts"
import * as ApprovalKeyStoreSql from "./approvals/ApprovalKeyStoreSql.ts"
import * as ApprovalStoreSql from "./approvals/ApprovalStoreSql.ts"
import * as RequestStoreSql from "./archive/RequestStoreSql.ts"
import * as BillingTransactionStoreSql from "./billing/BillingTransactionStoreSql.ts"
import * as LedgerStoreSql from "./billing/LedgerStoreSql.ts"
import * as PriceStoreSql from "./billing/PriceStoreSql.ts"
import * as BrandingAssetStoreSql from "./branding/BrandingAssetStoreSql.ts"
import * as BrandingDocumentStoreSql from "./branding/BrandingDocumentStoreSql.ts"
import * as BrandingSenderStoreSql from "./branding/BrandingSenderStoreSql.ts"
import * as WhitelabelStoreSql from "./branding/WhitelabelStoreSql.ts"
import * as AuthorityAccountStoreSql from "./certificates/AuthorityAccountStoreSql.ts"
import * as CertificateStoreSql from "./certificates/CertificateStoreSql.ts"
import * as ChallengeStoreSql from "./certificates/ChallengeStoreSql.ts"
import * as ChangeStoreSql from "./changes/ChangeStoreSql.ts"
import * as AttributeSetStoreSql from "./contacts/AttributeSetStoreSql.ts"
import * as ContactClaimStoreSql from "./contacts/ContactClaimStoreSql.ts"
import * as ContactStoreSql from "./contacts/ContactStoreSql.ts"
import * as AliasStoreSql from "./dns/AliasStoreSql.ts"
import * as VanitySetStoreSql from "./dns/VanitySetStoreSql.ts"
import * as ZoneKeyStoreSql from "./dns/ZoneKeyStoreSql.ts"
import * as ZoneOwnershipStoreSql from "./dns/ZoneOwnershipStoreSql.ts"
import * as ZonePublicationStoreSql from "./dns/ZonePublicationStoreSql.ts"
import * as ZoneStoreSql from "./dns/ZoneStoreSql.ts"
import * as ClaimsNoticeStoreSql from "./domains/ClaimsNoticeStoreSql.ts"
import * as DeclarationStoreSql from "./domains/DeclarationStoreSql.ts"
import * as DomainDnssecStoreSql from "./domains/DomainDnssecStoreSql.ts"
import * as DomainQuoteStoreSql from "./domains/DomainQuoteStoreSql.ts"
import * as DomainStatisticsStoreSql from "./domains/DomainStatisticsStoreSql.ts"
import * as DomainStoreSql from "./domains/DomainStoreSql.ts"
import * as RegistryHandleStoreSql from "./domains/RegistryHandleStoreSql.ts"
import * as RegistryMessageStoreSql from "./domains/RegistryMessageStoreSql.ts"
import * as ContactVerificationStoreSql from "./emailverification/ContactVerificationStoreSql.ts"
import * as EventStoreSql from "./events/EventStoreSql.ts"
import * as HostStoreSql from "./hosts/HostStoreSql.ts"
import * as InvoiceStoreSql from "./invoices/InvoiceStoreSql.ts"
import * as JobStoreSql from "./jobs/JobStoreSql.ts"
import * as MailStoreSql from "./mail/MailStoreSql.ts"
import * as ObjectLogStoreSql from "./objectlog/ObjectLogStoreSql.ts"
import * as OrganizationAttributeStoreSql from "./organizations/OrganizationAttributeStoreSql.ts"
import * as OrganizationLimitStoreSql from "./organizations/OrganizationLimitStoreSql.ts"
import * as OrganizationStoreSql from "./organizations/OrganizationStoreSql.ts"
import * as VatCheckStoreSql from "./organizations/VatCheckStoreSql.ts"
import * as PaymentStoreSql from "./payments/PaymentStoreSql.ts"
import * as ProcessStoreSql from "./processes/ProcessStoreSql.ts"
import * as ReadinessSql from "./ReadinessSql.ts"
import * as ProgramUseStoreSql from "./realm/ProgramUseStoreSql.ts"
import * as RealmKeyStoreSql from "./realm/RealmKeyStoreSql.ts"
import * as RealmRecordStoreSql from "./realm/RealmRecordStoreSql.ts"
import * as DayRecordsSql from "./reconciliation/DayRecordsSql.ts"
import * as FindingStoreSql from "./reconciliation/FindingStoreSql.ts"
import * as LedgerSumsSql from "./reconciliation/LedgerSumsSql.ts"
import * as ExternalDomainStoreSql from "./registrars/ExternalDomainStoreSql.ts"
import * as RegistrarCredentialStoreSql from "./registrars/RegistrarCredentialStoreSql.ts"
import * as RegistrarIdsSql from "./registry/RegistrarIdsSql.ts"
import * as RegistryIntentStoreSql from "./registry/RegistryIntentStoreSql.ts"
import * as RegistryMaintenanceStoreSql from "./registry/RegistryMaintenanceStoreSql.ts"
import * as RegistrySessionSlotsSql from "./registry/RegistrySessionSlotsSql.ts"
import * as SimulatorStoreSql from "./registry/SimulatorStoreSql.ts"
import * as ReportFilesSql from "./reports/ReportFilesSql.ts"
import * as ReportRecordsSql from "./reports/ReportRecordsSql.ts"
import * as ReportStoreSql from "./reports/ReportStoreSql.ts"
import * as TableStatisticsSql from "./TableStatisticsSql.ts"
import * as TaggedObjectKindsSql from "./tags/TaggedObjectKindsSql.ts"
import * as TagStoreSql from "./tags/TagStoreSql.ts"
import * as TransactionSql from "./TransactionSql.ts"
import * as UsageStoreSql from "./usage/UsageStoreSql.ts"
import * as WaitlistStoreSql from "./waitlist/WaitlistStoreSql.ts"
import * as WebhookDeliveryStoreSql from "./webhooks/WebhookDeliveryStoreSql.ts"
import * as WebhookEndpointStoreSql from "./webhooks/WebhookEndpointStoreSql.ts"

/** Every store of the platform over one `SqlClient`. */
export const layer = Layer.mergeAll(
  ApiKeyStoreSql.layer,
  CredentialStoreSql.layer,
  IdempotencyStoreSql.layer,
  IpRestrictionStoreSql.layer,
  PasskeyStoreSql.layer,
  RevokedTokenStoreSql.layer,
  RoleStoreSql.layer,
  SignInAttemptStoreSql.layer,
  SigningKeyStoreSql.layer,
  UserCredentialStoreSql.layer,
  UserStoreSql.layer,
  AgentPolicyStoreSql.layer,
  ApprovalKeyStoreSql.layer,
  ApprovalStoreSql.layer,
  RequestStoreSql.layer,
  BillingTransactionStoreSql.layer,
  LedgerStoreSql.layer,
  PriceStoreSql.layer,
  BrandingAssetStoreSql.layer,
  BrandingDocumentStoreSql.layer,
  BrandingSenderStoreSql.layer,
  WhitelabelStoreSql.layer,
  AuthorityAccountStoreSql.layer,
  CertificateStoreSql.layer,
  ChallengeStoreSql.layer,
  ChangeStoreSql.layer,
  AttributeSetStoreSql.layer,
  ContactClaimStoreSql.layer,
  ContactStoreSql.layer,
  AliasStoreSql.layer,
  VanitySetStoreSql.layer,
  ZoneKeyStoreSql.layer,
  ZoneOwnershipStoreSql.layer,
  ZonePublicationStoreSql.layer,
  ZoneStoreSql.layer,
  ClaimsNoticeStoreSql.layer,
  DeclarationStoreSql.layer,
  DomainDnssecStoreSql.layer,
  DomainQuoteStoreSql.layer,
  DomainStatisticsStoreSql.layer,
  DomainStoreSql.layer,
  RegistryHandleStoreSql.layer,
  RegistryMessageStoreSql.layer,
  ContactVerificationStoreSql.layer,
  EventStoreSql.layer,
  HostStoreSql.layer,
  InvoiceStoreSql.layer,
  JobStoreSql.layer,
  MailStoreSql.layer,
  ObjectLogStoreSql.layer,
  OrganizationAttributeStoreSql.layer,
  OrganizationLimitStoreSql.layer,
  OrganizationStoreSql.layer,
  VatCheckStoreSql.layer,
  PaymentStoreSql.layer,
  ProcessStoreSql.layer,
  ReadinessSql.layer,
  ProgramUseStoreSql.layer,
  RealmKeyStoreSql.layer,
  RealmRecordStoreSql.layer,
  DayRecordsSql.layer,
  FindingStoreSql.layer,
  LedgerSumsSql.layer,
  ExternalDomainStoreSql.layer,
  RegistrarCredentialStoreSql.layer,
  RegistrarIdsSql.layer,
  RegistryIntentStoreSql.layer,
  RegistryMaintenanceStoreSql.layer,
  RegistrySessionSlotsSql.layer,
  SimulatorStoreSql.layer,
  ReportFilesSql.layer,
  ReportRecordsSql.layer,
  ReportStoreSql.layer,
  TableStatisticsSql.layer,
  TaggedObjectKindsSql.layer,
  TagStoreSql.layer,
  TransactionSql.layer,
  UsageStoreSql.layer,
  WaitlistStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  WebhookEndpointStoreSql.layer
)
