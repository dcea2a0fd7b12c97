import * as Sqlite from "@namewright/adapters-sqlite"
import { layerPlatform, type PlatformOptions } from "@namewright/core/embed"
import { Layer } from "effect"

/**
 * A whole platform on simulated registries and on the test's clock, over a fresh SQLite database in memory unless the
 * options name another.
 */
export const services = (options: Partial<PlatformOptions> = {}) =>
  Layer.orDie(layerPlatform({ storage: Sqlite.layer({ filename: ":memory:" }), credentialCacheSeconds: 0, ...options }))
