import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../../test/memoryDatabase.ts"
import { addresses, baseZone } from "./BrandingPlatform.ts"
import { whitelabelModelSuite } from "./whitelabelModelSuite.ts"

whitelabelModelSuite(
  "sqlite",
  Layer.orDie(layerPlatform({
    storage: memoryDatabase(),
    signInPages: "https://names.example/realms/sandbox",
    whitelabel: { zone: baseZone, addresses }
  }))
)
