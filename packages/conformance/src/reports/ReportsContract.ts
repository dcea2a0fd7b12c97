import type { BillingTransactionStore } from "@namewright/core/billing"
import type { ZoneStore } from "@namewright/core/dns"
import type { DomainStore } from "@namewright/core/domains"
import type { OrganizationStore } from "@namewright/core/organizations"
import type { ReportFiles, ReportRecords, ReportStore } from "@namewright/core/reports"
import type { Transaction } from "@namewright/core/shared"
import type { TaggedObjectKinds, TagStore } from "@namewright/core/tags"
import type { Layer } from "effect"
import { reportFilesContract } from "./ReportFilesContract.ts"
import { reportRecordsContract } from "./ReportRecordsContract.ts"
import { reportStoreContract } from "./ReportStoreContract.ts"

/** What reports need of a storage adapter. */
export type ReportStorage =
  | ReportStore
  | ReportFiles
  | ReportRecords
  | BillingTransactionStore
  | DomainStore
  | ZoneStore
  | OrganizationStore
  | TagStore
  | TaggedObjectKinds
  | Transaction

/** The promises every storage adapter keeps for reports. */
export const reportsContract = <E>(name: string, storage: Layer.Layer<ReportStorage, E>) => {
  reportStoreContract(name, storage)
  reportFilesContract(name, storage)
  reportRecordsContract(name, storage)
}
