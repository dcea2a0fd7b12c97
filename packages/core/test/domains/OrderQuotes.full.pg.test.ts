import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { platformOn } from "./DomainsPlatform.ts"
import { orderQuoteSuite } from "./orderQuoteSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

orderQuoteSuite("postgres", platformOn(byRealClock(storage, connections)))
