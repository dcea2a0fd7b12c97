import type { JobStore } from "@namewright/core/jobs"
import type { ProcessStore } from "@namewright/core/processes"
import type { Transaction } from "@namewright/core/shared"
import type { Layer } from "effect"
import { jobControlContract } from "./JobControlContract.ts"
import { jobSchedulingContract } from "./JobSchedulingContract.ts"
import { jobStoreContract } from "./JobStoreContract.ts"
import { jobWalkContract } from "./JobWalkContract.ts"

/** Every promise of storage about jobs. */
export const jobContract = <E>(driver: string, storage: Layer.Layer<JobStore | ProcessStore | Transaction, E>) => {
  jobStoreContract(driver, storage)
  jobSchedulingContract(driver, storage)
  jobControlContract(driver, storage)
  jobWalkContract(driver, storage)
}
