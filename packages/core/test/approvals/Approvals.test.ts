import { agentPolicySuite } from "./agentPolicySuite.ts"
import { approvalModelSuite } from "./approvalModelSuite.ts"
import { approvalsOnSqlite } from "./ApprovalsPlatform.ts"
import { approvalSuite } from "./approvalSuite.ts"

approvalSuite("sqlite", approvalsOnSqlite)
agentPolicySuite("sqlite", approvalsOnSqlite)
approvalModelSuite("sqlite", approvalsOnSqlite)
