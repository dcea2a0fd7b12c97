/**
 * The methods of callers and operators, with their arguments and results.
 *
 * @module Calls
 */
export type {
  ApiKeyCalls,
  ApiKeyJson,
  AssignRoleInput,
  CreatedApiKeyJson,
  CreateUserInput,
  NewApiKeyInput,
  RoleAssignmentJson,
  UserCalls,
  UserDetailsJson,
  UserFilterInput,
  UserJson,
  UserPatchInput,
  UserPermissionsJson,
  UserQueryInput,
  UserWithRoleJson
} from "@namewright/core/access"
export type {
  AgentPolicyJson,
  ApprovalCalls,
  ApprovalDetailsJson,
  ApprovalFilterInput,
  ApprovalJson,
  NewAgentPolicyInput
} from "@namewright/core/approvals"
export type {
  BalanceJson,
  PriceCalls,
  PriceJson,
  PriceKeyInput,
  PriceLineInput,
  PriceOperations,
  PriceQueryInput,
  ProductTypeInput,
  TransactionCalls,
  TransactionFilterInput,
  TransactionJson,
  TransactionQueryInput,
  UnbalancedLedgerJson,
  WalletMovementInput,
  WalletOperations
} from "@namewright/core/billing"
export type {
  ContactCalls,
  ContactFilterInput,
  ContactJson,
  ContactQueryInput,
  CreateContactInput
} from "@namewright/core/contacts"
export type {
  AssignVanitySetInput,
  ChangeVanitySetInput,
  CheckVanitySetInput,
  ClearedDefaultJson,
  CreatedZoneJson,
  CreateVanitySetInput,
  CreateZoneInput,
  ImportedZoneJson,
  ImportZoneInput,
  PatchRecordsInput,
  PatchRrsetsInput,
  ReplaceRrsetsInput,
  RestoreZoneInput,
  SignedZoneJson,
  VanityNameserverCalls,
  VanitySetJson,
  VanitySetReportJson,
  VanityZoneCalls,
  WriteConditionInput,
  WrittenZoneJson,
  ZoneCalls,
  ZoneChangeCalls,
  ZoneChangeDetailsJson,
  ZoneChangeJson,
  ZoneFilterInput,
  ZoneJson,
  ZoneProgressJson,
  ZoneQueryInput,
  ZoneSummaryJson
} from "@namewright/core/dns"
export type {
  CheckedNameJson,
  DecidedTransferJson,
  DomainCalls,
  DomainDnssecCalls,
  DomainDnssecJson,
  DomainFilterInput,
  DomainJson,
  DomainQueryInput,
  DomainStatisticsJson,
  DomainSummaryJson,
  OutboundTransferInput,
  RecountedStatisticsJson,
  RegisterDomainInput,
  RenewDomainInput,
  RenewedDomainJson,
  ReplaceDnssecInput,
  RestoredDomainJson,
  RestoreDomainInput,
  StatisticsCalls,
  StatisticsInput,
  StatisticsOperations,
  TransferDomainInput,
  UpdateDomainInput
} from "@namewright/core/domains"
export type { EventCalls, EventFilterInput, EventJson } from "@namewright/core/events"
export type { CreateHostInput, HostCalls, HostFilterInput, HostJson, ReplaceHostInput } from "@namewright/core/hosts"
export type {
  BatchCalls,
  BatchFilterInput,
  BatchJson,
  BatchRetriedJson,
  BatchRetryInput,
  BatchSummaryJson,
  JobCalls,
  JobFilterInput,
  JobJson,
  SubmitBatchInput,
  SubmittedBatchJson,
  SubmittedCommandInput
} from "@namewright/core/jobs"
export type {
  AttributeInput,
  AttributeQueryInput,
  AttributeTargetInput,
  AttributeWriteInput,
  ListedOrganizationJson,
  NewOrganizationInput,
  NewParentInput,
  OperatedOrganizationJson,
  OrganizationAttributeJson,
  OrganizationCalls,
  OrganizationDetailsJson,
  OrganizationFilterInput,
  OrganizationJson,
  OrganizationOperatorCalls,
  OrganizationPatchInput,
  TermsChangeInput
} from "@namewright/core/organizations"
export type {
  NewPasswordInput,
  OperatedUserInput,
  SecondFactorStateJson,
  UserOperatorCalls
} from "@namewright/core/people"
export type {
  ByteRangeInput,
  CreateReportInput,
  ReportCalls,
  ReportFile,
  ReportFilterInput,
  ReportJson
} from "@namewright/core/reports"
export type {
  AllOptions,
  CallOptions,
  InstantInput,
  ListRequest,
  Page,
  RepeatableCallOptions,
  SortInput
} from "@namewright/core/shared"
export type {
  BulkObjectTagChangesInput,
  CreateTagInput,
  ObjectTagChangesInput,
  ObjectTagChangesJson,
  TagCalls,
  TagFilterInput,
  TagJson,
  UpdateTagInput
} from "@namewright/core/tags"
export type {
  OfferedTldJson,
  PartialTldSpecJson,
  TldCalls,
  TldField,
  TldListInput,
  TldQueryInput,
  TldSpecJson
} from "@namewright/core/tlds"
export type {
  CreateWebhookInput,
  ReplayWebhookEventsInput,
  RotateWebhookSecretInput,
  UpdateWebhookInput,
  WebhookCalls,
  WebhookDeliveryCalls,
  WebhookDeliveryDetailsJson,
  WebhookDeliveryFilterInput,
  WebhookDeliveryJson,
  WebhookJson,
  WebhookReplayJson,
  WebhookWithSecretJson
} from "@namewright/core/webhooks"
