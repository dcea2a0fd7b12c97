import { Context, type Effect } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneId } from "../Zone.ts"
import type { AliasAddresses } from "./AliasResolver.ts"

/** The addresses that an ALIAS was replaced by last. */
export interface StoredAlias extends AliasAddresses {
  readonly dns_zone_id: ZoneId
  readonly zone_name: DnsName
  /** The owner of the ALIAS. */
  readonly name: DnsName
  readonly target: DnsName
  /** When to ask again. */
  readonly due_on: Instant.Instant
}

/** Storage port of the addresses behind ALIAS records. */
export class AliasStore extends Context.Service<AliasStore, {
  readonly ofZone: (zone: ZoneId) => Effect.Effect<ReadonlyArray<StoredAlias>>
  /** Stores what is behind names of which nothing is known with that target yet; what somebody else stored first stays. */
  readonly add: (aliases: ReadonlyArray<StoredAlias>) => Effect.Effect<void>
  /** Stores what is behind a name now, if its target is the same still. */
  readonly update: (alias: StoredAlias) => Effect.Effect<void>
  readonly remove: (zone: ZoneId, name: DnsName) => Effect.Effect<void>
  /** Takes those that are due, the longest due first; unless they are updated before `until`, they are due again. */
  readonly claim: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredAlias>>
}>()("@namewright/core/dns/alias/AliasStore") {}
