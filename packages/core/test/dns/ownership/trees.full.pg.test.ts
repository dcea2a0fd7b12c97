import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { claimsPlatformOn } from "./ClaimsPlatform.ts"
import { treeSuite } from "./treeSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

treeSuite("postgres", claimsPlatformOn(byRealClock(storage, connections)))
