import * as Sqlite from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Layer } from "effect"
import { UsedContacts } from "./UsedContacts.ts"

/** A whole platform on simulated registries, over a fresh SQLite database in memory and on the test's clock. */
export const services = (options: Omit<PlatformOptions, "storage"> = {}) => {
  const storage = Layer.merge(UsedContacts.layer, Sqlite.layer({ filename: ":memory:" }))
  return Layer.provideMerge(
    Layer.orDie(layerPlatform({ storage, credentialCacheSeconds: 0, ...options })),
    UsedContacts.layer
  )
}
