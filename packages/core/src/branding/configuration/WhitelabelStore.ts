import { Context, type Effect, type Option } from "effect"
import type { ZoneId } from "../../dns/index.ts"
import type { Hostname, Instant, OrganizationId } from "../../shared/index.ts"
import type { HostState, StoredWhitelabelHost } from "./StoredWhitelabelHost.ts"
import type { WhitelabelId } from "./Whitelabel.ts"
import type { StoredWhitelabel } from "./WhitelabelState.ts"

/** A label with the organization that has it. */
export interface LabelClaim {
  readonly label: string
  /** Equal for labels that look alike. */
  readonly skeleton: string
  readonly organization_id: OrganizationId
}

/** Ids of a configuration and of its organization. */
export type WhitelabelKey = Pick<StoredWhitelabel, "organization_id" | "whitelabel_branding_id">

/** Storage port of white-label configurations, their labels and their hosts. Writes are called in a transaction. */
export class WhitelabelStore extends Context.Service<WhitelabelStore, {
  /** Returns false, and stores nothing, if the organization has a configuration. */
  readonly insert: (config: StoredWhitelabel) => Effect.Effect<boolean>
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredWhitelabel>>
  readonly findById: (id: WhitelabelId) => Effect.Effect<Option.Option<StoredWhitelabel>>
  /** As `find`, and locks the row to the end of the transaction. */
  readonly lock: (organization: OrganizationId) => Effect.Effect<Option.Option<StoredWhitelabel>>
  readonly save: (config: StoredWhitelabel) => Effect.Effect<void>
  readonly remove: (id: WhitelabelId) => Effect.Effect<void>
  /** Configurations with a due step, a due action of the term, or a due check of the own domain, at most `limit`. */
  readonly due: (now: Instant.Instant, limit: number) => Effect.Effect<ReadonlyArray<WhitelabelKey>>
  /** Configurations whose own domain is in one of the zones. */
  readonly ofZones: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<ReadonlyArray<WhitelabelKey>>
  /** Configurations in the order of their creation, after the given one. */
  readonly page: (after: WhitelabelId | null, limit: number) => Effect.Effect<ReadonlyArray<StoredWhitelabel>>

  /**
   * Stores a label, unless another organization has one with its skeleton, or released one that is still blocked.
   * Returns true if the organization has the label now.
   */
  readonly takeLabel: (claim: LabelClaim, now: Instant.Instant) => Effect.Effect<boolean>
  /** Blocks the organization's label for others until an instant. */
  readonly releaseLabel: (claim: LabelClaim, until: Instant.Instant) => Effect.Effect<void>

  /** Hosts of a configuration, in the order of their names. */
  readonly hosts: (id: WhitelabelId) => Effect.Effect<ReadonlyArray<StoredWhitelabelHost>>
  /** Stores new hosts. If other configurations have some of them, it stores nothing and returns these. */
  readonly insertHosts: (hosts: ReadonlyArray<StoredWhitelabelHost>) => Effect.Effect<ReadonlyArray<Hostname>>
  readonly setHostState: (hostnames: ReadonlyArray<Hostname>, state: HostState) => Effect.Effect<void>
  readonly removeHosts: (hostnames: ReadonlyArray<Hostname>) => Effect.Effect<void>
  /** Hosts of the configuration that has a host, in the order of their names; empty if none has it. */
  readonly hostsBeside: (hostname: Hostname) => Effect.Effect<ReadonlyArray<StoredWhitelabelHost>>
  /** True if a zone contains records of hosts. */
  readonly hasHostsIn: (zone: ZoneId) => Effect.Effect<boolean>
}>()("@namewright/core/branding/WhitelabelStore") {}
