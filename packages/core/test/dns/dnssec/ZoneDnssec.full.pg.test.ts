import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { keyRollSuite } from "./keyRollSuite.ts"
import { signingPlatform } from "./SigningPlatform.ts"
import { signingSuite } from "./signingSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

const platform = signingPlatform(byRealClock(storage, connections))

signingSuite("postgres", platform)
keyRollSuite("postgres", platform)
