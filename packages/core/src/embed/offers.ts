import { Effect, Schema, Stream } from "effect"
import { ApiKeyId, ApiKeys, CreateUser, NewApiKey, UserId, UserPatch, Users, UserSortField } from "../access/index.ts"
import { AgentPolicies, AgentPolicy, ApprovalId, Approvals, ApprovalSortField } from "../approvals/index.ts"
import { BillingTransactions, BillingTransactionSortField, PriceList, Prices, Wallets } from "../billing/index.ts"
import { ContactId, ContactInclude, Contacts, ContactSortField, CreateContact } from "../contacts/index.ts"
import {
  AssignVanitySet,
  ChangeVanitySet,
  CheckVanitySet,
  CreateVanitySet,
  CreateZone,
  ImportOptions,
  PatchRecords,
  PatchRrsets,
  PublicationViews,
  ReplaceRrsets,
  VanitySetId,
  VanitySets,
  VanitySetZones,
  ZoneClaims,
  ZoneDnssec,
  ZoneInclude,
  Zones,
  ZoneSortField
} from "../dns/index.ts"
import {
  Availability,
  Deletions,
  type Domain,
  DomainDnssec,
  DomainInclude,
  DomainListInclude,
  DomainReference,
  Domains,
  DomainSigning,
  DomainSortField,
  DomainUpdates,
  DomainViews,
  OutboundTransferRequest,
  OutboundTransfers,
  RegisterDomain,
  Registrations,
  Renewals,
  RenewDomainRequest,
  ReplaceDnssecData,
  RestoreDomainRequest,
  TransferInDomain,
  Transfers,
  UpdateDomainRequest
} from "../domains/index.ts"
import { EventId, Events, EventSortField } from "../events/index.ts"
import { CreateHostRequest, HostReference, Hosts, HostSortField, ReplaceHostRequest } from "../hosts/index.ts"
import {
  NewOrganization,
  OrganizationAttributes,
  OrganizationOperations,
  OrganizationPatch,
  Organizations,
  OrganizationSortField,
  RequestedAttributes
} from "../organizations/index.ts"
import { type ByteRange, CreateReport, type ReportDownload, ReportId, Reports } from "../reports/index.ts"
import { CurrentActor, limits, OrganizationId, SortOrder } from "../shared/index.ts"
import { CreateTag, Tagging, TagId, Tags, TagSortField, UpdateTag } from "../tags/index.ts"
import { Tlds } from "../tlds/index.ts"
import {
  CreateWebhookEndpoint,
  ReplayWebhookEvents,
  RotateWebhookSecret,
  UpdateWebhookEndpoint,
  WebhookDeliveries,
  WebhookDeliveryId,
  WebhookEndpointId,
  Webhooks
} from "../webhooks/index.ts"
import { offer, shownBy } from "./PromiseCalls.ts"

const page = Schema.Struct({
  page: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.page.maximum })),
  page_size: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: limits.pageSize.maximum }))
})

const sorted = <S extends Schema.Top>(by: S) => Schema.Struct({ by, order: SortOrder })

/** A domain as the caller may see it. */
const asView = shownBy((domain: Domain) =>
  Effect.flatMap(DomainViews, (views) => Effect.flatMap(CurrentActor, (actor) => views.of(actor, domain)))
)

/** A report with its file as the web reads it: all of it, or a part. */
const asFile = shownBy(({ bytes, report, size }: ReportDownload) =>
  Effect.succeed({
    report,
    size,
    read: (range: ByteRange = { start: 0, end: size - 1 }): ReadableStream<Uint8Array> =>
      Stream.toReadableStream(bytes(range))
  })
)

/** What callers can do, by area; every method checks the caller's rights. */
export const offers = {
  domains: {
    check: offer(Availability, "check"),
    list: offer(Domains, "list", null, sorted(DomainSortField), page, Schema.Array(DomainListInclude)),
    get: offer(Domains, "get", DomainReference, Schema.Array(DomainInclude)),
    summary: offer(Domains, "summary"),
    register: asView(offer(Registrations, "register", RegisterDomain)),
    update: asView(offer(DomainUpdates, "update", DomainReference, UpdateDomainRequest)),
    renew: asView(offer(Renewals, "renew", DomainReference, RenewDomainRequest)),
    remove: offer(Deletions, "remove", DomainReference),
    restore: asView(offer(Deletions, "restore", DomainReference, RestoreDomainRequest)),
    transferIn: asView(offer(Transfers, "request", TransferInDomain)),
    cancelTransfer: offer(Transfers, "cancel", DomainReference),
    dnssec: offer(DomainDnssec, "list", DomainReference),
    replaceDnssec: offer(DomainDnssec, "replace", DomainReference, ReplaceDnssecData),
    removeDnssec: offer(DomainDnssec, "remove", DomainReference),
    enableDnssec: offer(DomainSigning, "enable", DomainReference),
    disableDnssec: offer(DomainSigning, "disable", DomainReference),
    decideTransfer: asView(offer(OutboundTransfers, "decide", DomainReference, OutboundTransferRequest))
  },
  contacts: {
    create: offer(Contacts, "create", CreateContact),
    list: offer(Contacts, "list", null, sorted(ContactSortField), page, Schema.Array(ContactInclude)),
    get: offer(Contacts, "get", ContactId, Schema.Array(ContactInclude)),
    remove: offer(Contacts, "remove", ContactId)
  },
  hosts: {
    create: offer(Hosts, "create", CreateHostRequest),
    get: offer(Hosts, "get", HostReference),
    list: offer(Hosts, "list", null, sorted(HostSortField), page),
    replace: offer(Hosts, "replace", HostReference, ReplaceHostRequest),
    remove: offer(Hosts, "remove", HostReference)
  },
  zones: {
    create: offer(Zones, "create", CreateZone),
    get: offer(Zones, "get", null, Schema.Array(ZoneInclude)),
    list: offer(Zones, "list", null, sorted(ZoneSortField), page, Schema.Array(ZoneInclude)),
    remove: offer(Zones, "remove"),
    replaceRrsets: offer(Zones, "replaceRrsets", null, ReplaceRrsets),
    patchRrsets: offer(Zones, "patchRrsets", null, PatchRrsets),
    patchRecords: offer(Zones, "patchRecords", null, PatchRecords),
    summary: offer(Zones, "summary"),
    publication: offer(PublicationViews, "of"),
    changes: offer(Zones, "versions", null, page),
    change: offer(Zones, "version", null, Schema.Int),
    restore: offer(Zones, "restore", null, Schema.Int),
    exportMasterFile: offer(Zones, "exportMasterFile"),
    importMasterFile: offer(Zones, "importMasterFile", null, Schema.String, Schema.UndefinedOr(ImportOptions))
  },
  tags: {
    create: offer(Tags, "create", CreateTag),
    list: offer(Tags, "list", null, sorted(TagSortField), page),
    get: offer(Tags, "get", TagId),
    update: offer(Tags, "update", TagId, UpdateTag),
    remove: offer(Tags, "remove", TagId),
    changeObjects: offer(Tagging, "changeObjects", TagId),
    changeTags: offer(Tagging, "changeTags")
  },
  events: {
    list: offer(Events, "list", null, sorted(EventSortField), page),
    get: offer(Events, "get", EventId),
    acknowledge: offer(Events, "acknowledge", EventId)
  },
  webhooks: {
    create: offer(Webhooks, "create", CreateWebhookEndpoint),
    list: offer(Webhooks, "list", page),
    get: offer(Webhooks, "get", WebhookEndpointId),
    update: offer(Webhooks, "update", WebhookEndpointId, UpdateWebhookEndpoint),
    remove: offer(Webhooks, "remove", WebhookEndpointId),
    rotateSecret: offer(Webhooks, "rotateSecret", WebhookEndpointId, RotateWebhookSecret),
    test: offer(WebhookDeliveries, "test", WebhookEndpointId),
    deliveries: offer(WebhookDeliveries, "list", WebhookEndpointId, null, page),
    delivery: offer(WebhookDeliveries, "get", WebhookEndpointId, WebhookDeliveryId),
    replay: offer(WebhookDeliveries, "replay", WebhookEndpointId, WebhookDeliveryId),
    replayEvents: offer(WebhookDeliveries, "replayEvents", WebhookEndpointId, ReplayWebhookEvents)
  },
  dns: {
    enableDnssec: offer(ZoneDnssec, "enable"),
    disableDnssec: offer(ZoneDnssec, "disable"),
    rollDnssec: offer(ZoneDnssec, "roll"),
    claim: offer(ZoneClaims, "claim")
  },
  vanityNameservers: {
    create: offer(VanitySets, "create", CreateVanitySet),
    list: offer(VanitySets, "list", page),
    get: offer(VanitySets, "get", VanitySetId),
    update: offer(VanitySets, "update", VanitySetId, ChangeVanitySet),
    remove: offer(VanitySets, "remove", VanitySetId),
    retry: offer(VanitySets, "retry", VanitySetId),
    restore: offer(VanitySets, "restore", VanitySetId),
    makeDefault: offer(VanitySets, "makeDefault", VanitySetId),
    clearDefault: offer(VanitySets, "clearDefault"),
    zones: offer(VanitySets, "zones", VanitySetId, page),
    check: offer(VanitySets, "check", CheckVanitySet),
    assign: offer(VanitySetZones, "assign", null, AssignVanitySet)
  },
  tlds: {
    list: offer(Tlds, "list"),
    get: offer(Tlds, "get"),
    portfolio: offer(Tlds, "portfolio")
  },
  billing: {
    transactions: offer(BillingTransactions, "list", null, null, sorted(BillingTransactionSortField), page),
    transaction: offer(BillingTransactions, "get"),
    prices: offer(Prices, "list")
  },
  organizations: {
    create: offer(Organizations, "create", NewOrganization),
    list: offer(Organizations, "list", null, sorted(OrganizationSortField), page),
    get: offer(Organizations, "get", OrganizationId),
    update: offer(Organizations, "update", OrganizationId, OrganizationPatch),
    attributes: offer(OrganizationAttributes, "list"),
    updateAttributes: offer(OrganizationAttributes, "update", null, RequestedAttributes)
  },
  reports: {
    create: offer(Reports, "create", CreateReport),
    list: offer(Reports, "list", null, page),
    get: offer(Reports, "get", ReportId),
    download: asFile(offer(Reports, "download", ReportId))
  },
  approvals: {
    list: offer(Approvals, "list", null, sorted(ApprovalSortField), page),
    get: offer(Approvals, "get", ApprovalId),
    policy: offer(AgentPolicies, "get"),
    replacePolicy: offer(AgentPolicies, "replace", AgentPolicy)
  },
  users: {
    create: offer(Users, "create", CreateUser),
    list: offer(Users, "list", null, sorted(UserSortField), page),
    get: offer(Users, "get", UserId),
    update: offer(Users, "update", UserId, UserPatch),
    remove: offer(Users, "remove", UserId),
    permissions: offer(Users, "permissions", UserId),
    role: offer(Users, "role", UserId),
    assignRole: offer(Users, "assignRole", UserId)
  },
  apiKeys: {
    create: offer(ApiKeys, "create", NewApiKey),
    list: offer(ApiKeys, "list", page),
    revoke: offer(ApiKeys, "revoke", ApiKeyId)
  }
}

/** What the operator of an installation does; nobody's rights are checked. */
export const operations = {
  organizations: {
    createParent: offer(OrganizationOperations, "createParent"),
    changeTerms: offer(OrganizationOperations, "changeTerms", OrganizationId),
    setAttribute: offer(OrganizationOperations, "setAttribute", OrganizationId)
  },
  wallets: {
    topUp: offer(Wallets, "topUp"),
    adjust: offer(Wallets, "adjust"),
    balance: offer(Wallets, "balance", OrganizationId),
    audit: offer(Wallets, "audit")
  },
  prices: {
    set: offer(PriceList, "set"),
    remove: offer(PriceList, "remove")
  }
}
