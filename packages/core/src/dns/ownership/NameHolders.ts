import { Context, Effect, Layer } from "effect"
import type { DomainId, OrganizationId } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"

/** Organization that holds the domain at or above a name. */
export interface NameHolder {
  readonly organization_id: OrganizationId
  readonly domain_id: DomainId
  /** Name of the domain. */
  readonly name: DnsName
}

/**
 * Port: holders of the registrable domains of this platform. A domain counts from the completion of its registration or
 * inbound transfer until it is deleted or transferred away.
 */
export class NameHolders extends Context.Service<NameHolders, {
  /** Holder of the longest domain at or above each name; names without one are absent. */
  readonly of: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyMap<DnsName, NameHolder>>
}>()("@namewright/core/dns/ownership/NameHolders") {
  /** No domains are registered here. */
  static readonly layerNone = Layer.succeed(NameHolders, { of: () => Effect.succeed(new Map()) })
}
