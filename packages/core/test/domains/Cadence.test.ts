import { layerPlatform } from "@namewright/core/embed"
import { Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { cadenceRegistrars, cadenceSuite, cadenceTlds } from "./cadenceSuite.ts"

const storage = memoryDatabase()

cadenceSuite(
  "sqlite",
  Layer.orDie(layerPlatform({ storage, simulator: {}, tlds: cadenceTlds, registrars: cadenceRegistrars }))
)
