import { Context, Effect, Layer, Schema } from "effect"
import type { DnsName } from "../DnsName.ts"

/** Addresses of a name. Empty if the name exists without addresses. */
export interface AliasAddresses {
  readonly ipv4: ReadonlyArray<string>
  readonly ipv6: ReadonlyArray<string>
  /** TTL in seconds. */
  readonly ttl: number
}

/** The target could not be resolved; stored addresses stay valid. */
export class AliasUnresolved extends Schema.TaggedError<AliasUnresolved>()("AliasUnresolved", {
  target: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.target} could not be resolved: ${this.reason}`
  }
}

/** Port: resolves the addresses that replace an ALIAS. Takes some seconds at most. */
export class AliasResolver extends Context.Service<AliasResolver, {
  readonly resolve: (target: DnsName) => Effect.Effect<AliasAddresses, AliasUnresolved>
}>()("@namewright/core/dns/alias/AliasResolver") {
  /** No resolver: an ALIAS that leads out of its zone has no addresses. */
  static readonly layerNone = Layer.succeed(AliasResolver, {
    resolve: (target) => Effect.fail(new AliasUnresolved({ target, reason: "no resolver was chosen" }))
  })
}
