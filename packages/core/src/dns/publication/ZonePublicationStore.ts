import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../../processes/index.ts"
import type { Instant } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneIdentity } from "../ZoneStore.ts"
import type { Publication } from "./Nameservers.ts"
import type { ZoneSerial } from "./PublishedZone.ts"
import type { ZonePublication } from "./ZonePublication.ts"

/** A publication that is leased to a publisher. */
export interface ClaimedPublication extends Publication {
  /** Consecutive attempts, including the current one. */
  readonly attempts: number
}

/** Lease of the publications of one claim. Claims of one process differ by their end. */
export interface PublicationLease {
  readonly process_id: ProcessId
  readonly until: Instant.Instant
}

/** Outcome of a claimed publication. */
export interface PublicationOutcome {
  readonly name: DnsName
  /** Wanted serial. */
  readonly wanted: number | null
  /** Undefined if the server did not report a serial; the stored one is then unchanged. */
  readonly served: number | null | undefined
  /** Null if the server serves the wanted serial. */
  readonly problem: string | null
  /** Time of the next attempt. A publication with a newer wanted serial is due at once. */
  readonly next_attempt_on: Instant.Instant
}

/** Outstanding publications of a nameserver. */
export interface PublicationLag {
  readonly pending: number
  /** Time since when the longest waiting zone is outstanding. */
  readonly behind_since: Option.Option<Instant.Instant>
}

/** Storage port of the wanted and served serials of nameservers. */
export class ZonePublicationStore extends Context.Service<ZonePublicationStore, {
  /** Registers a nameserver, or updates the time it was last seen. Returns its number. */
  readonly register: (nameserver: string, now: Instant.Instant) => Effect.Effect<number>
  /**
   * Creates publications of the next served zones that a new nameserver does not have yet, at most `atMost`. Returns
   * true if more remain. All zones are read twice, the second time only if the registration is before `registeredBefore`.
   * The second pass finds zones of transactions that did not see the nameserver, including zones that are no longer
   * served.
   */
  readonly fill: (
    nameserver: number,
    atMost: number,
    now: Instant.Instant,
    registeredBefore: Instant.Instant
  ) => Effect.Effect<boolean>
  /**
   * Stores publications for every registered nameserver. A leased publication keeps its lease, and is due when its
   * outcome is stored.
   */
  readonly announce: (publications: ReadonlyArray<Publication>, now: Instant.Instant) => Effect.Effect<void>
  /** Publications of a zone in the order of nameserver names, of nameservers seen since then. */
  readonly ofZone: (zone: ZoneIdentity, seenSince: Instant.Instant) => Effect.Effect<ReadonlyArray<ZonePublication>>
  /**
   * Leases publications that are due to a process, the longest due first. A lease without recorded outcomes ends with the
   * process, and at `until`.
   */
  readonly claim: (
    nameserver: number,
    process: ProcessId,
    atMost: number,
    lease: { readonly now: Instant.Instant; readonly until: Instant.Instant }
  ) => Effect.Effect<ReadonlyArray<ClaimedPublication>>
  /**
   * Stores the served serials and ends the lease, except of publications that were released or leased again since. The
   * publication of a removed zone is deleted. Returns true if newer serials are wanted, whose publications are due.
   */
  readonly recordOutcomes: (
    nameserver: number,
    lease: PublicationLease,
    outcomes: ReadonlyArray<PublicationOutcome>,
    now: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Makes publications due that ended processes have leased, with leases until `until` at the latest. */
  readonly releaseEnded: (now: Instant.Instant, until: Instant.Instant) => Effect.Effect<void>
  readonly lag: (nameserver: number) => Effect.Effect<PublicationLag>
  /**
   * Deletes nameservers that were not seen since then, with their publications, at most `atMost` rows. Returns true if
   * more remain.
   */
  readonly forget: (seenBefore: Instant.Instant, atMost: number) => Effect.Effect<boolean>
  /** The served zones of every organization in the order of their names, after the given one. */
  readonly zonesAfter: (after: DnsName | null, atMost: number) => Effect.Effect<ReadonlyArray<ZoneSerial>>
}>()("@namewright/core/dns/publication/ZonePublicationStore") {}
