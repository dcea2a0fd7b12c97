import { layer } from "@namewright/adapters-sqlite"
import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { cadenceRegistrars, cadenceSuite, cadenceTlds } from "./cadenceSuite.ts"

const storage = layer({ filename: ":memory:", synchronous: "normal" })

cadenceSuite(
  "sqlite",
  Layer.orDie(layerPlatform({ storage, simulator: {}, tlds: cadenceTlds, registrars: cadenceRegistrars }))
)
