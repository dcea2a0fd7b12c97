import { Context, Effect, Layer } from "effect"
import type { ZoneId } from "./Zone.ts"

/** Port: hosts of upper slices whose records are in zones. */
export class ZoneHosts extends Context.Service<ZoneHosts, {
  /** True if the zone contains records of hosts, and therefore cannot be deleted. */
  readonly hasHosts: (zone: ZoneId) => Effect.Effect<boolean>
}>()("@namewright/core/dns/ZoneHosts") {
  /** No zone contains hosts. */
  static readonly layerNone = Layer.succeed(ZoneHosts, { hasHosts: () => Effect.succeed(false) })
}
