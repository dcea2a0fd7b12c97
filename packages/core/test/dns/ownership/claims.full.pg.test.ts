import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { claimsPlatformOn } from "./ClaimsPlatform.ts"
import { claimSuite } from "./claimSuite.ts"
import { proofSuite } from "./proofSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

const platform = claimsPlatformOn(byRealClock(storage, connections))

claimSuite("postgres", platform)
proofSuite("postgres", platform)
