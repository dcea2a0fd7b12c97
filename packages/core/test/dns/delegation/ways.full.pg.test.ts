import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { claimsPlatformOn } from "../ownership/ClaimsPlatform.ts"
import { waysSuite } from "./waysSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

waysSuite("PostgreSQL", claimsPlatformOn(byRealClock(storage, connections)))
