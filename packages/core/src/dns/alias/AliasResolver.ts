import { Context, Effect, Layer, Schema } from "effect"
import type { DnsName } from "../DnsName.ts"

/** The addresses behind a name; a name that is there without addresses has none. */
export interface AliasAddresses {
  readonly ipv4: ReadonlyArray<string>
  readonly ipv6: ReadonlyArray<string>
  /** Seconds for which they may be kept. */
  readonly ttl: number
}

/** The name could not be asked for; what is known of it stays. */
export class AliasUnresolved extends Schema.TaggedError<AliasUnresolved>()("AliasUnresolved", {
  target: Schema.String,
  reason: Schema.String
}) {
  override get message() {
    return `${this.target} could not be resolved: ${this.reason}`
  }
}

/** Port: asks the DNS for the addresses that an ALIAS is replaced by. Takes some seconds at most. */
export class AliasResolver extends Context.Service<AliasResolver, {
  readonly resolve: (target: DnsName) => Effect.Effect<AliasAddresses, AliasUnresolved>
}>()("@namewright/core/dns/alias/AliasResolver") {
  /** An ALIAS that leads out of its zone has no addresses. */
  static readonly layerNone = Layer.succeed(AliasResolver, {
    resolve: (target) => Effect.fail(new AliasUnresolved({ target, reason: "no resolver was chosen" }))
  })
}
