import type { ContactStore } from "@namewright/core/contacts"
import type {
  AliasStore,
  VanitySetStore,
  ZoneKeyStore,
  ZoneOwnershipStore,
  ZonePublicationStore,
  ZoneStore
} from "@namewright/core/dns"
import type { DomainDnssecStore, DomainStore, RegistryMessageStore } from "@namewright/core/domains"
import type { EventStore } from "@namewright/core/events"
import type { JobStore } from "@namewright/core/jobs"
import type { OrganizationAttributeStore, OrganizationStore } from "@namewright/core/organizations"
import type { ProcessStore } from "@namewright/core/processes"
import type { ProgramUseStore, RealmKeyStore, RealmRecordStore } from "@namewright/core/realm"
import type {
  RegistrarIds,
  RegistryIntentStore,
  RegistryMaintenanceStore,
  RegistrySessionSlots,
  SimulatorStore
} from "@namewright/core/registry"
import type { Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import type { WebhookDeliveryStore, WebhookEndpointStore } from "@namewright/core/webhooks"
import type { Layer } from "effect"
import { accessContract, type AccessStorage } from "./access/AccessContract.ts"
import { approvalsContract, type ApprovalStorage } from "./approvals/ApprovalsContract.ts"
import { billingContract } from "./billing/BillingContract.ts"
import type { BillingStorage } from "./billing/BillingStorage.ts"
import { contactListContract } from "./contacts/ContactListContract.ts"
import { contactStoreContract } from "./contacts/ContactStoreContract.ts"
import { contactUsageContract } from "./contacts/ContactUsageContract.ts"
import { aliasStoreContract } from "./dns/AliasStoreContract.ts"
import { vanitySetStoreContract } from "./dns/VanitySetStoreContract.ts"
import { zoneHistoryContract } from "./dns/ZoneHistoryContract.ts"
import { zoneKeyStoreContract } from "./dns/ZoneKeyStoreContract.ts"
import { zoneListContract } from "./dns/ZoneListContract.ts"
import { zoneOwnershipStoreContract } from "./dns/ZoneOwnershipStoreContract.ts"
import { zonePublicationStoreContract } from "./dns/ZonePublicationStoreContract.ts"
import { zonesContract } from "./dns/ZonesContract.ts"
import { zoneStoreContract } from "./dns/ZoneStoreContract.ts"
import { domainDnssecStoreContract } from "./domains/DomainDnssecStoreContract.ts"
import { domainStoreContract } from "./domains/DomainStoreContract.ts"
import { registryMessageStoreContract } from "./domains/RegistryMessageStoreContract.ts"
import { eventStoreContract } from "./events/EventStoreContract.ts"
import { jobContract } from "./jobs/JobContract.ts"
import { organizationStoreContract } from "./organizations/OrganizationStoreContract.ts"
import { processStoreContract } from "./processes/ProcessStoreContract.ts"
import { programUseStoreContract } from "./realm/ProgramUseStoreContract.ts"
import { realmKeyStoreContract } from "./realm/RealmKeyStoreContract.ts"
import { realmRecordStoreContract } from "./realm/RealmRecordStoreContract.ts"
import { intentLeaseContract } from "./registry/IntentLeaseContract.ts"
import { registrarIdsContract } from "./registry/RegistrarIdsContract.ts"
import { registryIntentStoreContract } from "./registry/RegistryIntentStoreContract.ts"
import { registryMaintenanceStoreContract } from "./registry/RegistryMaintenanceStoreContract.ts"
import { endedSlotsContract, registrySessionSlotsContract } from "./registry/RegistrySessionSlotsContract.ts"
import { simulatorStoreContract } from "./registry/SimulatorStoreContract.ts"
import { reportsContract, type ReportStorage } from "./reports/ReportsContract.ts"
import { tagStoreContract } from "./tags/TagStoreContract.ts"
import { webhookDeliveryStoreContract } from "./webhooks/WebhookDeliveryStoreContract.ts"
import { webhookEndpointStoreContract } from "./webhooks/WebhookEndpointStoreContract.ts"

/** Everything a storage adapter provides. */
export type Storage =
  | AccessStorage
  | ApprovalStorage
  | EventStore
  | JobStore
  | BillingStorage
  | OrganizationStore
  | ProcessStore
  | RealmKeyStore
  | ProgramUseStore
  | RealmRecordStore
  | OrganizationAttributeStore
  | RegistrarIds
  | RegistryIntentStore
  | RegistryMaintenanceStore
  | RegistrySessionSlots
  | SimulatorStore
  | TagStore
  | TaggedObjectKinds
  | ContactStore
  | DomainDnssecStore
  | DomainStore
  | RegistryMessageStore
  | AliasStore
  | ZoneKeyStore
  | ZonePublicationStore
  | VanitySetStore
  | ZoneOwnershipStore
  | ZoneStore
  | ReportStorage
  | Transaction
  | WebhookEndpointStore
  | WebhookDeliveryStore

/** Every promise of storage. A driver package calls this once with its layer. */
export const storageContract = <E>(name: string, storage: Layer.Layer<Storage, E>) => {
  processStoreContract(name, storage)
  accessContract(name, storage)
  realmKeyStoreContract(name, storage)
  programUseStoreContract(name, storage)
  realmRecordStoreContract(name, storage)
  approvalsContract(name, storage)
  eventStoreContract(name, storage)
  jobContract(name, storage)
  billingContract(name, storage)
  organizationStoreContract(name, storage)
  registrarIdsContract(name, storage)
  registryIntentStoreContract(name, storage)
  intentLeaseContract(name, storage)
  registryMaintenanceStoreContract(name, storage)
  registrySessionSlotsContract(name, storage)
  endedSlotsContract(name, storage)
  simulatorStoreContract(name, storage)
  tagStoreContract(name, storage)
  contactStoreContract(name, storage)
  contactListContract(name, storage)
  contactUsageContract(name, storage)
  zoneOwnershipStoreContract(name, storage)
  zoneStoreContract(name, storage)
  zoneListContract(name, storage)
  zonesContract(name, storage)
  domainStoreContract(name, storage)
  domainDnssecStoreContract(name, storage)
  registryMessageStoreContract(name, storage)
  zoneKeyStoreContract(name, storage)
  zoneHistoryContract(name, storage)
  zonePublicationStoreContract(name, storage)
  aliasStoreContract(name, storage)
  vanitySetStoreContract(name, storage)
  webhookEndpointStoreContract(name, storage)
  webhookDeliveryStoreContract(name, storage)
  reportsContract(name, storage)
}
