import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { agentPolicySuite } from "./agentPolicySuite.ts"
import { approvalModelSuite } from "./approvalModelSuite.ts"
import { approvalsPlatformOn } from "./ApprovalsPlatform.ts"
import { approvalSuite } from "./approvalSuite.ts"

const connections = 10
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))
const platform = approvalsPlatformOn(byRealClock(storage, connections))

approvalSuite("postgres", platform)
agentPolicySuite("postgres", platform)
approvalModelSuite("postgres", platform)
