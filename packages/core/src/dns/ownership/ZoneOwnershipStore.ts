import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { Zone, ZoneId } from "../Zone.ts"
import type { OwnershipEvidence } from "./Ownership.ts"
import type { ServedBelow } from "./withheldZones.ts"

/** Stored zones at the name of a new zone and above it. */
export interface NameSurroundings {
  /** Highest serial of all zones that the name has or had; null where a new zone cannot fall below it. */
  readonly last_serial: number | null
  /** The organization's own zone of the name, displaced ones aside. */
  readonly own: ZoneId | null
  /** Owner of the zone of this name that is served. */
  readonly served_for: OrganizationId | null
  /** The nearest served zone above the name. */
  readonly above: Pick<Zone, "dns_zone_id" | "name" | "organization_id" | "proof"> | null
  /** True if the operator trusts the organization. */
  readonly is_trusted: boolean
}

/** Storage port of the ownership of zones. Locks and writes are called in a transaction. */
export class ZoneOwnershipStore extends Context.Service<ZoneOwnershipStore, {
  /**
   * Serializes with all transactions that lock the same name, to the end of the transaction. Taken before any zone's
   * row is locked.
   */
  readonly lockName: (name: DnsName) => Effect.Effect<void>
  /** `above` are the names above, nearest first. */
  readonly surroundings: (
    organization: OrganizationId,
    name: DnsName,
    above: ReadonlyArray<DnsName>
  ) => Effect.Effect<NameSurroundings>
  /**
   * Locks a page of the zones at a name and below it that are not displaced; parents before children, older zones first.
   * A page has `atMost` zones after the given name, and more only to contain all zones of its last name.
   */
  readonly lockWithin: (
    name: DnsName,
    after: DnsName | null,
    atMost: number
  ) => Effect.Effect<ReadonlyArray<Zone>>
  /**
   * The served zones below a name that follow another name in the order of `lockWithin`, without those of one
   * organization, or only those that have this proof.
   */
  readonly servedBelow: (
    name: DnsName,
    after: DnsName,
    only: { readonly except?: OrganizationId; readonly proof?: OwnershipEvidence }
  ) => Effect.Effect<ReadonlyArray<ServedBelow>>
  /** Ends the service of zones, and changes nothing else of them. */
  readonly withhold: (zones: ReadonlyArray<ZoneId>) => Effect.Effect<void>
  /** The served zones at a name and below it, parents before children, and those of the names above. */
  readonly servedAround: (name: DnsName, above: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyArray<Zone>>
  /** The next served zones after a name, in canonical order, in which a zone follows the zones above it. */
  readonly servedAfter: (after: DnsName | null, atMost: number) => Effect.Effect<ReadonlyArray<Zone>>
  /** True if a zone strictly below the name is served. */
  readonly isServedBelow: (name: DnsName) => Effect.Effect<boolean>
  /** The served zones of some names. */
  readonly served: (names: ReadonlyArray<DnsName>) => Effect.Effect<ReadonlyMap<DnsName, Zone>>
  /** Highest serial of all zones that the name has or had. */
  readonly lastSerial: (name: DnsName) => Effect.Effect<number>
  /** The organizations among these that the operator trusts. */
  readonly trusted: (organizations: ReadonlyArray<OrganizationId>) => Effect.Effect<ReadonlySet<OrganizationId>>
  /** Returns true if the value changed. */
  readonly setTrusted: (
    organization: OrganizationId,
    is_trusted: boolean,
    now: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Names of an organization's zones that are not displaced, in order, after the given one. */
  readonly namesAfter: (
    organization: OrganizationId,
    after: DnsName | null,
    atMost: number
  ) => Effect.Effect<ReadonlyArray<DnsName>>
  /** Makes the check of the zones of some names due now, except for displaced zones. */
  readonly checkSoon: (names: ReadonlyArray<DnsName>, now: Instant.Instant) => Effect.Effect<void>
  /**
   * Leases the checks that are due, the longest due first. The check of a zone is due again at `until` unless its result
   * is stored before.
   */
  readonly leaseDueChecks: (
    atMost: number,
    now: Instant.Instant,
    until: Instant.Instant
  ) => Effect.Effect<ReadonlyArray<ZoneId>>
  /**
   * Stores that a check of a zone begins, unless another one is `running`, or ended after `endedSince` (`recent`). A check
   * that began before `lostSince` without an end has lost its process, and does not count as running.
   */
  readonly beginCheck: (
    zone: ZoneId,
    now: Instant.Instant,
    limits: { readonly endedSince: Instant.Instant; readonly lostSince: Instant.Instant }
  ) => Effect.Effect<"begun" | "recent" | "running">
  /** Stores that the check of a zone has ended. */
  readonly endCheck: (zone: ZoneId, now: Instant.Instant) => Effect.Effect<void>
  /** Zones that were displaced before an instant, the oldest first. */
  readonly displacedBefore: (before: Instant.Instant, atMost: number) => Effect.Effect<ReadonlyArray<ZoneId>>
  /** Sealed secret of the challenges. */
  readonly secret: Effect.Effect<Option.Option<string>>
  /** Stores the secret unless there is one; returns the stored one. */
  readonly keepSecret: (sealed: string) => Effect.Effect<string>
}>()("@namewright/core/dns/ownership/ZoneOwnershipStore") {}
