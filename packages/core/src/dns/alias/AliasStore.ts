import { Context, type Effect } from "effect"
import type { Instant } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneId } from "../Zone.ts"
import type { AliasAddresses } from "./AliasResolver.ts"

/** Last resolved addresses of an ALIAS. */
export interface StoredAlias extends AliasAddresses {
  readonly dns_zone_id: ZoneId
  readonly zone_name: DnsName
  /** Owner of the ALIAS. */
  readonly name: DnsName
  readonly target: DnsName
  /** Time of the next look-up. */
  readonly due_on: Instant.Instant
}

/** Storage port of resolved addresses of ALIAS records. */
export class AliasStore extends Context.Service<AliasStore, {
  readonly ofZone: (zone: ZoneId) => Effect.Effect<ReadonlyArray<StoredAlias>>
  /** Stores addresses of names that have none for this target yet. Existing rows are not changed. */
  readonly add: (aliases: ReadonlyArray<StoredAlias>) => Effect.Effect<void>
  /** Updates the addresses of a name, if its target is unchanged. */
  readonly update: (alias: StoredAlias) => Effect.Effect<void>
  readonly remove: (zone: ZoneId, name: DnsName) => Effect.Effect<void>
  /** Claims due names, the longest due first. Names that are not updated before `until` become due again. */
  readonly claim: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<StoredAlias>>
}>()("@namewright/core/dns/alias/AliasStore") {}
