import { Layer } from "effect"
import * as AgentPolicyStoreSql from "./AgentPolicyStoreSql.ts"
import * as ApprovalKeyStoreSql from "./ApprovalKeyStoreSql.ts"
import * as ApprovalStoreSql from "./ApprovalStoreSql.ts"

/** The stores of the approvals slice. */
export const layer = Layer.mergeAll(ApprovalStoreSql.layer, AgentPolicyStoreSql.layer, ApprovalKeyStoreSql.layer)
