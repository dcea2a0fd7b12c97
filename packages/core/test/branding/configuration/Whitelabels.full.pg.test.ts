import { layer } from "@namewright/adapters-pg"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../../registry/simulatedRegistries.ts"
import { addresses, baseZone } from "./BrandingPlatform.ts"
import { whitelabelModelSuite } from "./whitelabelModelSuite.ts"

const connections = 4
const storage = Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections })))

whitelabelModelSuite(
  "postgres",
  Layer.orDie(layerPlatform({
    storage: byRealClock(storage, connections),
    signInPages: "https://names.example/realms/sandbox",
    whitelabel: { zone: baseZone, addresses }
  }))
)
