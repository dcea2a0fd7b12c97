import { Context, Effect, Layer } from "effect"
import type { ZoneId } from "./Zone.ts"

/** Port: hosts of upper slices whose records are in zones. */
export class ZoneHosts extends Context.Service<ZoneHosts, {
  /** True if the zone contains records of hosts, and therefore cannot be deleted. */
  readonly hasHostsIn: (zone: ZoneId) => Effect.Effect<boolean>
  /** Called in the transaction that ends the service of zones. It locks no rows of hosts. */
  readonly serviceEnded: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<void>
}>()("@namewright/core/dns/ZoneHosts") {
  /** No zone contains hosts. */
  static readonly layerNone = Layer.succeed(ZoneHosts, {
    hasHostsIn: () => Effect.succeed(false),
    serviceEnded: () => Effect.void
  })
}
