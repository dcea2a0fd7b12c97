import { Layer } from "effect"
import * as AccessTokensHandlers from "./access/AccessTokensHandlers.ts"
import * as ApiKeysHandlers from "./access/ApiKeysHandlers.ts"
import * as UsersHandlers from "./access/UsersHandlers.ts"
import * as ApprovalsHandlers from "./approvals/ApprovalsHandlers.ts"
import * as BillingHandlers from "./billing/BillingHandlers.ts"
import * as ContactsHandlers from "./contacts/ContactsHandlers.ts"
import * as ZoneClaimsHandlers from "./dns/ZoneClaimsHandlers.ts"
import * as ZoneDnssecHandlers from "./dns/ZoneDnssecHandlers.ts"
import * as ZoneFilesHandlers from "./dns/ZoneFilesHandlers.ts"
import * as ZoneHistoryHandlers from "./dns/ZoneHistoryHandlers.ts"
import * as ZoneRecordsHandlers from "./dns/ZoneRecordsHandlers.ts"
import * as ZonesHandlers from "./dns/ZonesHandlers.ts"
import * as DomainDnssecHandlers from "./domains/DomainDnssecHandlers.ts"
import * as DomainOperationsHandlers from "./domains/DomainOperationsHandlers.ts"
import * as DomainsHandlers from "./domains/DomainsHandlers.ts"
import * as TransfersHandlers from "./domains/TransfersHandlers.ts"
import * as EventsHandlers from "./events/EventsHandlers.ts"
import * as HostsHandlers from "./hosts/HostsHandlers.ts"
import * as JobsHandlers from "./jobs/JobsHandlers.ts"
import * as OrganizationAttributesHandlers from "./organizations/OrganizationAttributesHandlers.ts"
import * as OrganizationsHandlers from "./organizations/OrganizationsHandlers.ts"
import * as ReportsHandlers from "./reports/ReportsHandlers.ts"
import * as TagsHandlers from "./tags/TagsHandlers.ts"
import * as TldsHandlers from "./tlds/TldsHandlers.ts"
import * as VanitySetsHandlers from "./vanity/VanitySetsHandlers.ts"
import * as WebhooksHandlers from "./webhooks/WebhooksHandlers.ts"

/** The handlers of every group of the interface, one line a slice. */
export const handlers = Layer.mergeAll(
  AccessTokensHandlers.layer,
  ApiKeysHandlers.layer,
  UsersHandlers.layer,
  OrganizationsHandlers.layer,
  OrganizationAttributesHandlers.layer,
  BillingHandlers.layer,
  EventsHandlers.layer,
  TagsHandlers.layer,
  ContactsHandlers.layer,
  HostsHandlers.layer,
  ZonesHandlers.layer,
  ZoneRecordsHandlers.layer,
  ZoneHistoryHandlers.layer,
  ZoneFilesHandlers.layer,
  DomainsHandlers.layer,
  DomainOperationsHandlers.layer,
  TransfersHandlers.layer,
  DomainDnssecHandlers.layer,
  ZoneDnssecHandlers.layer,
  ZoneClaimsHandlers.layer,
  TldsHandlers.layer,
  VanitySetsHandlers.layer,
  WebhooksHandlers.layer,
  JobsHandlers.layer,
  ReportsHandlers.layer,
  ApprovalsHandlers.layer
)
