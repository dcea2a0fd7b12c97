import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { premiumRegistries } from "./premiumRegistries.ts"
import { premiumSuite } from "./premiumSuite.ts"
import { testTlds } from "./testTlds.ts"

const premium = premiumRegistries()

const storage = sqlite({ filename: ":memory:" })

premiumSuite(
  "sqlite",
  Layer.orDie(layerPlatform({ storage, registries: premium.registries, tlds: testTlds })),
  premium
)
