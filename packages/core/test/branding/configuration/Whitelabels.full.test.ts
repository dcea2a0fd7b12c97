import { layer as sqlite } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { addresses, baseZone } from "./BrandingPlatform.ts"
import { whitelabelModelSuite } from "./whitelabelModelSuite.ts"

whitelabelModelSuite(
  "sqlite",
  Layer.orDie(layerPlatform({
    storage: sqlite({ filename: ":memory:", synchronous: "normal" }),
    signInPages: "https://names.example/realms/sandbox",
    whitelabel: { zone: baseZone, addresses }
  }))
)
