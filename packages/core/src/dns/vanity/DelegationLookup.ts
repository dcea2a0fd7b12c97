import { Context, Effect, Layer } from "effect"
import type { DomainName, Hostname } from "../../shared/index.ts"

/** What somebody says of the addresses of a hostname; none where it has none. */
export type LookedUp =
  | { readonly _tag: "Answered"; readonly addresses: ReadonlyArray<string> }
  /** Nobody answered, for a reason in words. */
  | { readonly _tag: "Unanswered"; readonly reason: string }

export const answered = (addresses: ReadonlyArray<string>): LookedUp => ({ _tag: "Answered", addresses })
export const unanswered = (reason: string): LookedUp => ({ _tag: "Unanswered", reason })

/** Port: what the public DNS says. It takes some seconds at most, and holds no transaction. */
export class DelegationLookup extends Context.Service<DelegationLookup, {
  /** The IPv4 and IPv6 addresses that a resolver finds for the hostname. */
  readonly publicAddresses: (hostname: Hostname) => Effect.Effect<LookedUp>
  /** The addresses that the nameservers of the zone above the domain hand out beside their referral (RFC 9471). */
  readonly glue: (domain: DomainName, hostname: Hostname) => Effect.Effect<LookedUp>
}>()("@namewright/core/dns/vanity/DelegationLookup") {
  /** The installation asks nobody, so that no set becomes active. */
  static readonly layerNone = Layer.succeed(DelegationLookup, {
    publicAddresses: () => Effect.succeed(asksNobody),
    glue: () => Effect.succeed(asksNobody)
  })
}

const asksNobody = unanswered("this installation does not ask the public DNS")
