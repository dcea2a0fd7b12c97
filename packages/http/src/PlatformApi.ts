import { HttpApi, OpenApi } from "effect/http-api"
import { AccessTokensApi } from "./access/AccessTokensApi.ts"
import { ApiKeysApi } from "./access/ApiKeysApi.ts"
import { UsersApi } from "./access/UsersApi.ts"
import { ApprovalsApi } from "./approvals/ApprovalsApi.ts"
import { BillingApi } from "./billing/BillingApi.ts"
import { ContactsApi } from "./contacts/ContactsApi.ts"
import { ZoneClaimsApi } from "./dns/ZoneClaimsApi.ts"
import { ZoneDnssecApi } from "./dns/ZoneDnssecApi.ts"
import { ZoneFilesApi } from "./dns/ZoneFilesApi.ts"
import { ZoneHistoryApi } from "./dns/ZoneHistoryApi.ts"
import { ZoneRecordsApi } from "./dns/ZoneRecordsApi.ts"
import { ZonesApi } from "./dns/ZonesApi.ts"
import { DomainDnssecApi } from "./domains/DomainDnssecApi.ts"
import { DomainOperationsApi } from "./domains/DomainOperationsApi.ts"
import { DomainsApi } from "./domains/DomainsApi.ts"
import { TransfersApi } from "./domains/TransfersApi.ts"
import { EventsApi } from "./events/EventsApi.ts"
import { HostsApi } from "./hosts/HostsApi.ts"
import { JobsApi } from "./jobs/JobsApi.ts"
import { OrganizationAttributesApi } from "./organizations/OrganizationAttributesApi.ts"
import { OrganizationsApi } from "./organizations/OrganizationsApi.ts"
import { ReportsApi } from "./reports/ReportsApi.ts"
import { TagsApi } from "./tags/TagsApi.ts"
import { TldsApi } from "./tlds/TldsApi.ts"
import { VanitySetsApi } from "./vanity/VanitySetsApi.ts"
import { WebhooksApi } from "./webhooks/WebhooksApi.ts"

/** The whole REST interface. Every problem of a request is reported, not only the first. */
export class PlatformApi extends HttpApi.make("namewright")
  .add(AccessTokensApi)
  .add(ApiKeysApi)
  .add(UsersApi)
  .add(OrganizationsApi)
  .add(OrganizationAttributesApi)
  .add(BillingApi)
  .add(EventsApi)
  .add(TagsApi)
  .add(ContactsApi)
  .add(HostsApi)
  .add(ZonesApi)
  .add(ZoneRecordsApi)
  .add(ZoneHistoryApi)
  .add(ZoneFilesApi)
  .add(DomainsApi)
  .add(DomainOperationsApi)
  .add(TransfersApi)
  .add(DomainDnssecApi)
  .add(ZoneDnssecApi)
  .add(ZoneClaimsApi)
  .add(TldsApi)
  .add(VanitySetsApi)
  .add(WebhooksApi)
  .add(JobsApi)
  .add(ReportsApi)
  .add(ApprovalsApi)
  .annotate(HttpApi.ParseOptions, { errors: "all", reportInput: true })
  .annotateMerge(OpenApi.annotations({
    title: "Namewright",
    version: "1.0.0",
    description: "Domain wholesale platform",
    license: { name: "Apache-2.0", url: "https://www.apache.org/licenses/LICENSE-2.0" }
  }))
{}
