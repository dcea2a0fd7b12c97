import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { vanityNamesSuite } from "./vanityNamesSuite.ts"
import { vanityPlatformOn } from "./VanityPlatform.ts"
import { vanitySuite } from "./vanitySuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

const platform = vanityPlatformOn(byRealClock(storage, connections))

vanitySuite("postgres", platform)
vanityNamesSuite("postgres", platform)
