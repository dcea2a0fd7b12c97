import * as Sqlite from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Layer } from "effect"

/** A whole platform on simulated registries, over a fresh SQLite database in memory and on the test's clock. */
export const services = (options: Omit<PlatformOptions, "storage"> = {}) =>
  Layer.orDie(layerPlatform({ storage: Sqlite.layer({ filename: ":memory:" }), credentialCacheSeconds: 0, ...options }))
