export * from "./claims/ClaimsAcceptances.ts"
export * from "./claims/ClaimsCalls.ts"
export * from "./claims/ClaimsNoticeError.ts"
export * from "./claims/ClaimsNoticeStore.ts"
export * from "./claims/ClaimsNoticeView.ts"
export * from "./claims/FetchedNotice.ts"
export * from "./clock/DomainLifeCycle.ts"
export * from "./clock/DomainTimetable.ts"
export * from "./declaration/ApplicantDeclaration.ts"
export * from "./declaration/DeclarationError.ts"
export { declarationPath } from "./declaration/DeclarationMails.ts"
export * from "./declaration/DeclarationState.ts"
export * from "./declaration/DeclarationStore.ts"
export { isSameName } from "./declaration/signerName.ts"
export * from "./delete/Deletions.ts"
export * from "./dnssec/DnssecDeposits.ts"
export * from "./dnssec/DnssecReconciliation.ts"
export * from "./dnssec/DomainDelegation.ts"
export * from "./dnssec/DomainDnssec.ts"
export * from "./dnssec/DomainDnssecCalls.ts"
export * from "./dnssec/DomainSigning.ts"
export * from "./dnssec/DomainZones.ts"
export * from "./Domain.ts"
export * from "./DomainCalls.ts"
export { DomainChanges } from "./DomainChanges.ts"
export { domainCommands } from "./DomainCommands.ts"
export * from "./DomainDnssecData.ts"
export * from "./DomainDnssecStore.ts"
export * from "./DomainError.ts"
export * from "./DomainFilter.ts"
export * from "./DomainList.ts"
export * from "./DomainOrderQuotes.ts"
export * from "./DomainPorts.ts"
export * from "./DomainQuote.ts"
export * from "./DomainQuoteCalls.ts"
export * from "./DomainQuotes.ts"
export * from "./DomainResults.ts"
export * from "./Domains.ts"
export { arranged, isDeleted, prohibitedBy, prohibiting, withoutStatus, withStatus } from "./DomainState.ts"
export * from "./DomainStore.ts"
export { DomainSummary } from "./DomainSummary.ts"
export { domainTag } from "./DomainTag.ts"
export * from "./DomainView.ts"
export * from "./DomainViews.ts"
export { ExternalAccounts, type ReleasedDomain } from "./ExternalAccounts.ts"
export { GraceCharge } from "./GraceCharge.ts"
export * from "./handover/HandOver.ts"
export * from "./handover/HandOverCalls.ts"
export * from "./handover/HandOvers.ts"
export { namedContacts } from "./Holders.ts"
export * from "./messages/RegistryMessages.ts"
export * from "./messages/RegistryMessageStore.ts"
export { VerificationReportIntents } from "./messages/VerificationReportIntents.ts"
export { VerificationReportJobs, VerificationReportOrders } from "./messages/VerificationReportJobs.ts"
export { isDue, isNoticeDue, nextActionOn, timeline } from "./NextAction.ts"
export { OwnedDomains } from "./OwnedDomains.ts"
export * from "./quote/DomainQuoteError.ts"
export * from "./quote/DomainQuoteId.ts"
export * from "./quote/DomainQuoteStore.ts"
export * from "./quote/StoredQuote.ts"
export { decideRefunds, type GracedDeletion } from "./refund/decideRefunds.ts"
export * from "./register/Availability.ts"
export * from "./register/DeclarationCalls.ts"
export * from "./register/Declarations.ts"
export { DeclarationTimetable } from "./register/DeclarationTimetable.ts"
export { Registrations } from "./register/Registrations.ts"
export {
  type AddressedName,
  makeAddressName,
  notAnswered,
  type RegistryAnswer,
  registryAnswers
} from "./register/RegistryChecks.ts"
export { RegistryAccess } from "./registry/RegistryAccess.ts"
export * from "./registry/RegistryHandles.ts"
export * from "./registry/RegistryHosts.ts"
export * from "./renew/Renewals.ts"
export { DomainPolicy } from "./request/DomainPolicy.ts"
export * from "./request/DomainRequest.ts"
export * from "./statistics/DomainStatistics.ts"
export * from "./statistics/DomainStatisticsStore.ts"
export { kindOf, type Measure, measureOf, measures, oncePerDay } from "./statistics/StatisticMeasure.ts"
export { Statistics } from "./statistics/Statistics.ts"
export * from "./statistics/StatisticsCalls.ts"
export * from "./transfer/OutboundTransfers.ts"
export * from "./transfer/TransferError.ts"
export * from "./transfer/Transfers.ts"
export { type DesiredState, difference, isEmpty } from "./update/DomainDifference.ts"
export * from "./update/DomainUpdates.ts"
export {
  coveredContacts,
  type KnownContacts,
  type MissingClaims,
  missingClaims,
  type Requirement,
  requirementsOf
} from "./verification/PolicyRequirements.ts"
export * from "./verification/PolicyVerification.ts"
export {
  examined,
  type HoldStep,
  holdStepOf,
  isHeldByPolicy,
  withChangedContacts,
  withHold,
  withTrigger
} from "./verification/PolicyVerificationState.ts"
export { requiredVerification } from "./verification/requiredVerification.ts"
export { VerifiedContactJobs, VerifiedContactReviews } from "./verification/VerifiedContactReviews.ts"
