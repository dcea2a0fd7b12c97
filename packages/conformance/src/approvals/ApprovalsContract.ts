import type { AgentPolicyStore, ApprovalKeyStore, ApprovalStore } from "@namewright/core/approvals"
import type { Transaction } from "@namewright/core/shared"
import type { Layer } from "effect"
import { agentPolicyStoreContract } from "./AgentPolicyStoreContract.ts"
import { approvalKeyStoreContract } from "./ApprovalKeyStoreContract.ts"
import { approvalStoreContract } from "./ApprovalStoreContract.ts"

/** The storage ports of the approvals slice. */
export type ApprovalStorage = AgentPolicyStore | ApprovalKeyStore | ApprovalStore

/** The promises every storage adapter keeps for approvals, their keys, and what organizations let agents do. */
export const approvalsContract = <E>(name: string, storage: Layer.Layer<ApprovalStorage | Transaction, E>) => {
  approvalStoreContract(name, storage)
  agentPolicyStoreContract(name, storage)
  approvalKeyStoreContract(name, storage)
}
