import { Layer } from "effect"
import * as Access from "./access/layer.ts"
import * as Approvals from "./approvals/layer.ts"
import * as Billing from "./billing/layer.ts"
import * as ContactStoreSql from "./contacts/ContactStoreSql.ts"
import * as AliasStoreSql from "./dns/AliasStoreSql.ts"
import * as VanitySetStoreSql from "./dns/VanitySetStoreSql.ts"
import * as ZoneKeyStoreSql from "./dns/ZoneKeyStoreSql.ts"
import * as ZoneOwnershipStoreSql from "./dns/ZoneOwnershipStoreSql.ts"
import * as ZonePublicationStoreSql from "./dns/ZonePublicationStoreSql.ts"
import * as ZoneStoreSql from "./dns/ZoneStoreSql.ts"
import * as DomainDnssecStoreSql from "./domains/DomainDnssecStoreSql.ts"
import * as DomainStoreSql from "./domains/DomainStoreSql.ts"
import * as RegistryHandleStoreSql from "./domains/RegistryHandleStoreSql.ts"
import * as RegistryMessageStoreSql from "./domains/RegistryMessageStoreSql.ts"
import * as EventStoreSql from "./events/EventStoreSql.ts"
import * as HostStoreSql from "./hosts/HostStoreSql.ts"
import * as JobStoreSql from "./jobs/JobStoreSql.ts"
import * as Organizations from "./organizations/layer.ts"
import * as ProcessStoreSql from "./processes/ProcessStoreSql.ts"
import * as ReadinessSql from "./ReadinessSql.ts"
import * as ProgramUseStoreSql from "./realm/ProgramUseStoreSql.ts"
import * as RealmKeyStoreSql from "./realm/RealmKeyStoreSql.ts"
import * as RealmRecordStoreSql from "./realm/RealmRecordStoreSql.ts"
import * as RegistrarIdsSql from "./registry/RegistrarIdsSql.ts"
import * as RegistryIntentStoreSql from "./registry/RegistryIntentStoreSql.ts"
import * as RegistryMaintenanceStoreSql from "./registry/RegistryMaintenanceStoreSql.ts"
import * as RegistrySessionSlotsSql from "./registry/RegistrySessionSlotsSql.ts"
import * as SimulatorStoreSql from "./registry/SimulatorStoreSql.ts"
import * as Reports from "./reports/layer.ts"
import * as TaggedObjectKindsSql from "./tags/TaggedObjectKindsSql.ts"
import * as TagStoreSql from "./tags/TagStoreSql.ts"
import * as TransactionSql from "./TransactionSql.ts"
import * as WebhookDeliveryStoreSql from "./webhooks/WebhookDeliveryStoreSql.ts"
import * as WebhookEndpointStoreSql from "./webhooks/WebhookEndpointStoreSql.ts"

/** Every store of the platform over one `SqlClient`. */
export const layer = Layer.mergeAll(
  TransactionSql.layer,
  ReadinessSql.layer,
  ProcessStoreSql.layer,
  Access.layer,
  RealmKeyStoreSql.layer,
  ProgramUseStoreSql.layer,
  RealmRecordStoreSql.layer,
  Approvals.layer,
  EventStoreSql.layer,
  Billing.layer,
  Organizations.layer,
  TagStoreSql.layer,
  TaggedObjectKindsSql.layer,
  ContactStoreSql.layer,
  HostStoreSql.layer,
  AliasStoreSql.layer,
  ZoneOwnershipStoreSql.layer,
  ZonePublicationStoreSql.layer,
  ZoneStoreSql.layer,
  JobStoreSql.layer,
  ZoneKeyStoreSql.layer,
  VanitySetStoreSql.layer,
  DomainStoreSql.layer,
  DomainDnssecStoreSql.layer,
  RegistrarIdsSql.layer,
  RegistryIntentStoreSql.layer,
  RegistryMaintenanceStoreSql.layer,
  RegistrySessionSlotsSql.layer,
  SimulatorStoreSql.layer,
  RegistryHandleStoreSql.layer,
  RegistryMessageStoreSql.layer,
  WebhookEndpointStoreSql.layer,
  WebhookDeliveryStoreSql.layer,
  Reports.layer
)
