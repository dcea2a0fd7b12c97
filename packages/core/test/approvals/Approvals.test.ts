import { agentPolicySuite } from "./agentPolicySuite.ts"
import { approvalsOnSqlite } from "./ApprovalsPlatform.ts"
import { approvalSuite } from "./approvalSuite.ts"
import { approvalWalkSuite } from "./approvalWalkSuite.ts"

approvalSuite("sqlite", approvalsOnSqlite)
agentPolicySuite("sqlite", approvalsOnSqlite)
approvalWalkSuite("sqlite", approvalsOnSqlite)
