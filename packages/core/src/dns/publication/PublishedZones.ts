import { Context, type Effect, type Option } from "effect"
import type { DnsName } from "../DnsName.ts"
import type { ZoneId } from "../Zone.ts"
import type { PublishedDifference, PublishedZone } from "./PublishedZone.ts"

/** A zone and the serial that is to be served. */
export interface ZoneSerial {
  readonly dns_zone_id: ZoneId
  readonly name: DnsName
  readonly serial: number
}

/** What nameserver drivers read; each answer is one consistent version of a zone. */
export class PublishedZones extends Context.Service<PublishedZones, {
  readonly get: (name: DnsName) => Effect.Effect<Option.Option<PublishedZone>>
  /** Zones by name, after the given one; for a server that starts. */
  readonly page: (after: DnsName | null, atMost: number) => Effect.Effect<ReadonlyArray<ZoneSerial>>
  /**
   * The way from a serial to the current one, oldest first; none for signed zones and where the history does not reach:
   * then the whole zone is to be transferred.
   */
  readonly differences: (
    name: DnsName,
    serial: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<PublishedDifference>>>
}>()("@namewright/core/dns/publication/PublishedZones") {}
