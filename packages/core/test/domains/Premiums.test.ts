import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { premiumRegistries } from "./premiumRegistries.ts"
import { premiumSuite } from "./premiumSuite.ts"
import { testTlds } from "./testTlds.ts"

const premium = premiumRegistries()

const storage = memoryDatabase()

premiumSuite(
  "sqlite",
  Layer.orDie(layerPlatform({ storage, registries: premium.registries, tlds: testTlds })),
  premium
)
