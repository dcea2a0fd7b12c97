import { Context, Effect, Layer } from "effect"
import type { DomainName, Hostname } from "../../shared/index.ts"

/** Result of a look-up of a hostname's addresses; empty if it has none. */
export type LookedUp =
  | { readonly _tag: "Answered"; readonly addresses: ReadonlyArray<string> }
  /** No answer, with the reason. */
  | { readonly _tag: "Unanswered"; readonly reason: string }

export const answered = (addresses: ReadonlyArray<string>): LookedUp => ({ _tag: "Answered", addresses })
export const unanswered = (reason: string): LookedUp => ({ _tag: "Unanswered", reason })

/** Port: look-ups in the public DNS. They take some seconds at most and are not made in a transaction. */
export class DelegationLookup extends Context.Service<DelegationLookup, {
  /** IPv4 and IPv6 addresses of the hostname according to a resolver. */
  readonly publicAddresses: (hostname: Hostname) => Effect.Effect<LookedUp>
  /** Glue of the hostname in referrals of the nameservers of the zone above the domain (RFC 9471). */
  readonly glue: (domain: DomainName, hostname: Hostname) => Effect.Effect<LookedUp>
}>()("@namewright/core/dns/vanity/DelegationLookup") {
  /** No look-ups, so that no set becomes active. */
  static readonly layerNone = Layer.succeed(DelegationLookup, {
    publicAddresses: () => Effect.succeed(asksNobody),
    glue: () => Effect.succeed(asksNobody)
  })
}

const asksNobody = unanswered("this installation does not ask the public DNS")
