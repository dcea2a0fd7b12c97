import { layer } from "@namewright/adapters-pg"
import { layerPlatform } from "@namewright/core/embed"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { byRealClock } from "../registry/simulatedRegistries.ts"
import { premiumRegistries } from "./premiumRegistries.ts"
import { premiumSuite } from "./premiumSuite.ts"
import { testTlds } from "./testTlds.ts"

const premium = premiumRegistries()

const connections = 4
const storage = byRealClock(
  Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: connections }))),
  connections
)

premiumSuite(
  "postgres",
  Layer.orDie(layerPlatform({ storage, registries: premium.registries, tlds: testTlds })),
  premium
)
