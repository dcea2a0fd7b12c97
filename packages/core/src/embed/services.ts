import { Layer } from "effect"
import {
  AllowedNetworks,
  ApiKeys,
  CurrentRights,
  Idempotency,
  IpRestrictions,
  RecentCallers,
  RevokedTokens,
  Roles,
  SealedSecrets,
  SignInThrottle,
  UserCredentials,
  UserOperations,
  Users
} from "../access/index.ts"
import {
  ActionQuotes,
  AgentPolicies,
  AgentSpending,
  ApprovalKeys,
  Approvals,
  ApprovalTimetable,
  BatchQuotes
} from "../approvals/index.ts"
import { ObjectLogRetention, ObjectLogs, RequestHistory, RequestRetention } from "../archive/index.ts"
import { AvailabilityLookups, Suggestions } from "../availability/index.ts"
import { billingServices, layerBalanceNotices } from "../billing/index.ts"
import {
  brandingServices,
  layerWhitelabelCertificates,
  layerWhitelabelZoneHosts,
  WhitelabelQuotes
} from "../branding/index.ts"
import { certificateServices } from "../certificates/index.ts"
import { ChangeConsumers, Changes } from "../changes/index.ts"
import { Attestations, AttributeSets, ContactClaims, Contacts } from "../contacts/index.ts"
import {
  AliasRefresh,
  ChildDelegations,
  DelegationJobs,
  DisplacedZones,
  HostedDelegation,
  OwnedVanitySets,
  OwnershipChallenges,
  OwnershipChecks,
  OwnershipJobs,
  PublicationViews,
  RemainingReviews,
  SigningJobs,
  TrustedOrganizations,
  VanitySetBranding,
  VanitySetCharges,
  VanitySetChecks,
  VanitySetJobs,
  VanitySetLifeCycle,
  VanitySetNames,
  VanitySetQuotes,
  VanitySets,
  VanitySetZones,
  ZoneChanges,
  ZoneClaims,
  ZoneDnssec,
  ZoneOwnership,
  ZonePublications,
  Zones,
  ZoneSigning
} from "../dns/index.ts"
import {
  Availability,
  ClaimsAcceptances,
  Declarations,
  DeclarationTimetable,
  Deletions,
  DnssecDeposits,
  DnssecReconciliation,
  DomainChanges,
  DomainDelegation,
  DomainDnssec,
  DomainLifeCycle,
  DomainMails,
  DomainOrderQuotes,
  DomainPolicy,
  DomainQuotes,
  Domains,
  DomainSigning,
  DomainTimetable,
  DomainUpdates,
  DomainViews,
  DomainZones,
  HandOvers,
  OutboundTransfers,
  OwnedDomains,
  Registrations,
  RegistryAccess,
  RegistryHandles,
  RegistryHosts,
  RegistryMessages,
  Renewals,
  Statistics,
  Transfers,
  VerificationReportIntents,
  VerificationReportJobs,
  VerificationReportOrders,
  VerifiedContactJobs,
  VerifiedContactReviews
} from "../domains/index.ts"
import {
  ContactVerifications,
  VerificationLinks,
  VerificationRequests,
  VerifiedAddresses
} from "../emailverification/index.ts"
import { EventLog, EventRetention, Events } from "../events/index.ts"
import { Hosts } from "../hosts/index.ts"
import { InvoiceFiles, InvoiceOperations, Invoices, InvoiceTimetable, MonthEnd } from "../invoices/index.ts"
import { JobAnnouncements, JobKinds, JobQueue, Jobs, JobTimetable, JobWorker } from "../jobs/index.ts"
import { MailJobs, Mails } from "../mail/index.ts"
import {
  OrganizationAttributes,
  OrganizationLimits,
  OrganizationOperations,
  Organizations,
  VatChecks,
  VatCheckTimetable
} from "../organizations/index.ts"
import { Payments, PaymentTimetable } from "../payments/index.ts"
import {
  AddressChanges,
  AddressRequests,
  BalanceMailing,
  LoginJobs,
  PasswordLinks,
  PasswordResets,
  UserLinks,
  UserMailing,
  UserMailJobs,
  UserSessions
} from "../people/index.ts"
import { ProgramUses, RealmKeys, RealmRecords, SignInClients } from "../realm/index.ts"
import { Reconciliation, ReconciliationTimetable } from "../reconciliation/index.ts"
import { registrarServices } from "../registrars/index.ts"
import { RegistryIntents } from "../registry/index.ts"
import {
  ReportContents,
  ReportGeneration,
  ReportJobs,
  ReportRetention,
  Reports,
  ReportTimetable
} from "../reports/index.ts"
import { Timetable } from "../shared/index.ts"
import { StatusTags, Tagging, Tags } from "../tags/index.ts"
import { Tlds } from "../tlds/index.ts"
import { UsageIngestion, UsageReports } from "../usage/index.ts"
import { Waitlist, WaitlistOperations } from "../waitlist/index.ts"
import {
  WebhookAttempts,
  WebhookAudience,
  WebhookDeliveries,
  WebhookJobs,
  WebhookPush,
  WebhookQueue,
  Webhooks
} from "../webhooks/index.ts"
import { registeredCommands } from "./batchCommands.ts"
import { ports } from "./ports.ts"
import { Worker } from "./Worker.ts"

const realm = Layer.mergeAll(
  ProgramUses.layer,
  RealmKeys.layer,
  Layer.provideMerge(SignInClients.layer, RealmRecords.layer)
)

/** Needed by jobs and mails, and by the services of users, which send mails. */
const callers = Layer.merge(Idempotency.layer, RealmRecords.layerConsents).pipe(
  Layer.provideMerge(realm),
  Layer.provideMerge(
    Layer.mergeAll(AllowedNetworks.layer, RecentCallers.layer, RevokedTokens.layer, SealedSecrets.layer)
  )
)

const payments = PaymentTimetable.pipe(Layer.provideMerge(Payments.layer))

const jobs = Layer.mergeAll(Jobs.layer, JobWorker.layer, JobTimetable).pipe(
  Layer.provideMerge(JobQueue.layer),
  Layer.provideMerge(Layer.merge(CurrentRights.layer, JobAnnouncements.layer))
)

const mail = MailJobs.pipe(Layer.provideMerge(Mails.layer))

const people = Layer.mergeAll(
  AddressRequests.layer,
  BalanceMailing,
  PasswordLinks.layer,
  PasswordResets.layer,
  UserMailJobs,
  UserSessions.layer
).pipe(
  Layer.provideMerge(SignInThrottle.layer),
  Layer.provideMerge(UserMailing.layer),
  Layer.provideMerge(Layer.mergeAll(AddressChanges.layer, UserLinks.layer, LoginJobs.layer))
)

const access = Layer.mergeAll(
  ApiKeys.layer,
  IpRestrictions.layer,
  Roles.layer,
  UserCredentials.layer,
  UserOperations.layer,
  Users.layer
).pipe(Layer.provideMerge(people))

const agentPolicies = AgentPolicies.layerRules.pipe(Layer.provideMerge(AgentPolicies.layer))

const approvals = Layer.mergeAll(Approvals.layer, ApprovalTimetable).pipe(
  Layer.provideMerge(Layer.mergeAll(ApprovalKeys.layer, AgentSpending.layer, BatchQuotes.layer)),
  Layer.provideMerge(ActionQuotes.layer)
)

const organizations = Layer.mergeAll(
  Organizations.layer,
  OrganizationAttributes.layer,
  OrganizationLimits.layer,
  OrganizationOperations.layer,
  VatCheckTimetable
).pipe(Layer.provideMerge(VatChecks.layer))

const invoices = Layer.mergeAll(InvoiceFiles.layer, Invoices.layer, InvoiceOperations.layer, InvoiceTimetable).pipe(
  Layer.provideMerge(MonthEnd.layer)
)

const reconciliation = ReconciliationTimetable.pipe(Layer.provideMerge(Reconciliation.layer))

const usage = Layer.merge(UsageIngestion.layer, UsageReports.layer)

const waitlist = Layer.merge(Waitlist.layer, WaitlistOperations.layer)

const emailVerification = Layer.mergeAll(
  ContactVerifications.layer,
  VerificationLinks.layer,
  VerificationRequests.layer,
  VerifiedAddresses.layer
)

const tags = Layer.mergeAll(Tags.layer, Tagging.layer, StatusTags.layer)

const contacts = Layer.mergeAll(Contacts.layer, Attestations.layer)

/** Needed by zones, and by domains, whose holders decide which zones are served. */
const ownership = Layer.mergeAll(DelegationJobs, DisplacedZones, RemainingReviews, TrustedOrganizations.layer).pipe(
  Layer.provideMerge(ZoneOwnership.layer),
  Layer.provideMerge(Layer.mergeAll(OwnershipChallenges.layer, ChildDelegations.layer, layerWhitelabelZoneHosts)),
  Layer.provideMerge(ZoneChanges.layer)
)

/** Answers zones about domains. */
const heldDomains = DnssecDeposits.layer.pipe(
  Layer.provideMerge(Layer.mergeAll(OwnedDomains.layer, DomainChanges.layer, RegistryAccess.layer)),
  Layer.provideMerge(Layer.mergeAll(RegistryHandles.layer, RegistryHosts.layer))
)

const domains = Layer.mergeAll(
  Availability.layer,
  Layer.provideMerge(Suggestions.layer, AvailabilityLookups.layer),
  Domains.layer,
  Statistics.layer,
  Registrations.layer,
  DomainDnssec.layer,
  Transfers.layer,
  OutboundTransfers.layer,
  Declarations.layer,
  DeclarationTimetable,
  HandOvers.layer,
  DomainMails,
  DomainTimetable,
  DnssecReconciliation,
  VerificationReportIntents,
  VerificationReportJobs,
  VerifiedContactJobs
).pipe(
  Layer.provideMerge(DomainSigning.layer),
  Layer.provideMerge(DomainViews.layer),
  Layer.provideMerge(Layer.mergeAll(DomainLifeCycle.layer, RegistryMessages.layer)),
  Layer.provideMerge(Layer.mergeAll(Deletions.layer, DomainUpdates.layer, Renewals.layer, DomainZones.layer)),
  Layer.provideMerge(Layer.merge(ClaimsAcceptances.layer, DomainPolicy.layer)),
  Layer.provideMerge(heldDomains)
)

const webhooks = Layer.mergeAll(Webhooks.layer, WebhookDeliveries.layer, WebhookPush, WebhookJobs).pipe(
  Layer.provideMerge(WebhookAttempts.layer),
  Layer.provideMerge(Layer.mergeAll(WebhookQueue.layer, WebhookAudience.layer))
)

const zones = Layer.mergeAll(VanitySets.layer, VanitySetJobs, OwnershipJobs).pipe(
  Layer.provideMerge(VanitySetLifeCycle.layer),
  Layer.provideMerge(
    Layer.mergeAll(
      OwnedVanitySets.layer,
      VanitySetCharges.layer,
      VanitySetChecks.layer,
      VanitySetNames.layer,
      VanitySetZones.layer,
      ZoneClaims.layer.pipe(Layer.provideMerge(OwnershipChecks.layer))
    )
  ),
  Layer.provideMerge(
    Layer.mergeAll(Hosts.layer, PublicationViews.layer, Zones.layer, ZoneDnssec.layer, SigningJobs, AliasRefresh)
  ),
  Layer.provideMerge(Layer.mergeAll(VanitySetBranding, ZoneSigning.layer)),
  Layer.provideMerge(HostedDelegation),
  Layer.provideMerge(DomainDelegation.pipe(Layer.provideMerge(heldDomains)))
)

/** Costs of operations, registered by the slices. */
const quotes = Layer.mergeAll(DomainOrderQuotes.layer, DomainQuotes, VanitySetQuotes, WhitelabelQuotes)

const reports = Layer.mergeAll(ReportJobs, ReportTimetable).pipe(
  Layer.provideMerge(Reports.layer),
  Layer.provideMerge(ReportGeneration.layer),
  Layer.provideMerge(Layer.mergeAll(ReportContents.layer, ReportRetention.layer))
)

/*
 * Every `provideMerge` copies the services above and below it. In one chain of all levels this is a tenth of the memory of
 * a platform, so the chain has parts.
 */

const zonesAndContacts = zones.pipe(
  Layer.provideMerge(emailVerification),
  Layer.provideMerge(
    ContactClaims.layer.pipe(Layer.provideMerge(Layer.merge(VerificationReportOrders, VerifiedContactReviews)))
  ),
  Layer.provideMerge(ownership),
  Layer.provideMerge(ZonePublications.layer),
  Layer.provideMerge(tags),
  Layer.provideMerge(organizations)
)

const work = approvals.pipe(
  Layer.provideMerge(access),
  Layer.provideMerge(mail),
  Layer.provideMerge(jobs),
  Layer.provideMerge(agentPolicies),
  Layer.provideMerge(RegistryIntents.layer)
)

const foundations = payments.pipe(
  Layer.provideMerge(billingServices),
  Layer.provideMerge(callers),
  Layer.provideMerge(ChangeConsumers.layer.pipe(Layer.provideMerge(Changes.layer))),
  Layer.provideMerge(Layer.merge(EventLog.layer, layerBalanceNotices)),
  Layer.provideMerge(ports),
  Layer.provideMerge(Layer.merge(Timetable.layer, JobKinds.layer))
)

/**
 * Every service of core. A layer uses those below it, so the order is that of `slices.json`, reversed; a service stands
 * alone if another one of its slice needs it. Open are storage, the registries, the TLD catalogue, the nameservers,
 * resolvers of the public DNS, certificate authorities, the mailer, external registrars, the register of VAT numbers, and the
 * sender of webhooks.
 */
export const services = Layer.mergeAll(registeredCommands, quotes, reports, reconciliation)
  .pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        Worker.layer,
        domains,
        AttributeSets.layer,
        contacts,
        Events.layer,
        EventRetention,
        ObjectLogs.layer,
        ObjectLogRetention,
        RequestHistory.layer,
        RequestRetention,
        Tlds.layer,
        usage,
        invoices,
        waitlist,
        registrarServices,
        brandingServices.pipe(
          Layer.provideMerge(certificateServices.pipe(Layer.provide(layerWhitelabelCertificates)))
        ),
        webhooks
      )
    ),
    Layer.provideMerge(zonesAndContacts),
    Layer.provideMerge(work),
    Layer.provideMerge(foundations)
  )
