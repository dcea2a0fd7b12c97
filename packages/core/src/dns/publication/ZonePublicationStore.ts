import { Context, type Effect, type Option } from "effect"
import type { ProcessId } from "../../processes/index.ts"
import type { Instant } from "../../shared/index.ts"
import type { DnsName } from "../DnsName.ts"
import type { ZoneIdentity } from "../ZoneStore.ts"
import type { Publication } from "./Nameservers.ts"
import type { ZoneSerial } from "./PublishedZone.ts"
import type { ZonePublication } from "./ZonePublication.ts"

/** A publication that a publisher has for itself for a while. */
export interface ClaimedPublication extends Publication {
  /** Tries in a row, the present one included. */
  readonly attempts: number
}

/** What became of a claimed publication. */
export interface SettledPublication {
  readonly name: DnsName
  /** What was asked for. */
  readonly wanted: number | null
  /** Undefined when the server did not say; then what is known of it stays. */
  readonly served: number | null | undefined
  /** Null when the server has what was asked for. */
  readonly problem: string | null
  /** When to try again, unless something newer is asked for. */
  readonly next_attempt_on: Instant.Instant
}

/** How much a nameserver has to catch up with. */
export interface PublicationLag {
  readonly pending: number
  /** Since when the zone that waits the longest is behind. */
  readonly behind_since: Option.Option<Instant.Instant>
}

/** Storage port of what nameservers are to serve and do serve. */
export class ZonePublicationStore extends Context.Service<ZonePublicationStore, {
  /** Makes the name known, or notes that somebody publishes to it; answers its number. */
  readonly register: (nameserver: string, now: Instant.Instant) => Effect.Effect<number>
  /**
   * Asks a nameserver that is new here for the next served zones that it was not asked for yet, at most so many. Answers
   * whether there is more to do now. All zones are gone through twice, the second time after `settledBefore` has passed
   * the name's registration: zones whose transactions did not know of the name are found then, those that ceased to be
   * served included.
   */
  readonly fill: (
    nameserver: number,
    atMost: number,
    now: Instant.Instant,
    settledBefore: Instant.Instant
  ) => Effect.Effect<boolean>
  /** Writes down what every known nameserver is to serve. */
  readonly announce: (publications: ReadonlyArray<Publication>, now: Instant.Instant) => Effect.Effect<void>
  /** By the names of nameservers; of those that somebody has published to since. */
  readonly ofZone: (zone: ZoneIdentity, seenSince: Instant.Instant) => Effect.Effect<ReadonlyArray<ZonePublication>>
  /**
   * Leases publications that are due to a process, the longest due first. A lease that is not settled ends with the
   * process, and at `until`.
   */
  readonly claim: (
    nameserver: number,
    process: ProcessId,
    atMost: number,
    lease: { readonly now: Instant.Instant; readonly until: Instant.Instant }
  ) => Effect.Effect<ReadonlyArray<ClaimedPublication>>
  /**
   * Notes what is served, except of publications that another process has leased since. A zone that was to go and is
   * gone is forgotten.
   */
  readonly settle: (
    nameserver: number,
    process: ProcessId,
    settled: ReadonlyArray<SettledPublication>,
    now: Instant.Instant
  ) => Effect.Effect<void>
  /** Makes publications due that ended processes have leased until `until` at the latest. */
  readonly releaseEnded: (now: Instant.Instant, until: Instant.Instant) => Effect.Effect<void>
  readonly lag: (nameserver: number) => Effect.Effect<PublicationLag>
  /** Forgets names that nobody has published to since, with their publications; at most so many rows. True: there is more. */
  readonly forget: (seenBefore: Instant.Instant, atMost: number) => Effect.Effect<boolean>
  /** The served zones of every organization in the order of their names, after the given one. */
  readonly zonesAfter: (after: DnsName | null, atMost: number) => Effect.Effect<ReadonlyArray<ZoneSerial>>
}>()("@namewright/core/dns/publication/ZonePublicationStore") {}
