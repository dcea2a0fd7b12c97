import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { signingPlatform } from "../dnssec/SigningPlatform.ts"
import { delegationSuite } from "./delegationSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

delegationSuite("postgres", signingPlatform(byRealClock(storage, connections)))
