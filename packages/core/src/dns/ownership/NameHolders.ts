import { Context, Effect, Layer } from "effect"
import type { DomainId, OrganizationId } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"

/** The organization that holds the domain that a name is or lies below. */
export interface NameHolder {
  readonly organization_id: OrganizationId
  readonly domain_id: DomainId
  /** Name of the domain. */
  readonly name: DnsName
}

/**
 * Port: who holds which registrable domain on this platform. A domain counts from the completion of its registration or
 * inbound transfer until it is deleted or transferred away.
 */
export class NameHolders extends Context.Service<NameHolders, {
  /** Holder of the longest domain that each name is or lies below; names without one are absent. */
  readonly of: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyMap<DnsName, NameHolder>>
}>()("@namewright/core/dns/ownership/NameHolders") {
  /** No domains are registered here. */
  static readonly layerNone = Layer.succeed(NameHolders, { of: () => Effect.succeed(new Map()) })
}
