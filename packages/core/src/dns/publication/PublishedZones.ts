import { Context, Effect, Layer, Option } from "effect"
import { PlatformSettings, Transaction } from "../../shared/index.ts"
import { Aliases } from "../alias/Aliases.ts"
import { apexRrsets } from "../ApexRrsets.ts"
import type { DnsName } from "../DnsName.ts"
import type { Zone } from "../Zone.ts"
import type { ZoneChange } from "../ZoneChange.ts"
import { type ZoneContent, ZoneStore } from "../ZoneStore.ts"
import { assembleZone, publishedOf } from "./assembleZone.ts"
import type { PublishedDifference, PublishedZone, ZoneSerial } from "./PublishedZone.ts"
import { ZoneKeyring } from "./ZoneKeyring.ts"
import { ZonePublicationStore } from "./ZonePublicationStore.ts"

/** Unlocked reads of a zone that changes meanwhile, before its row is locked. */
const readsInPassing = 3

/** Maximum number of changes of an incremental answer; a server that is further behind transfers the whole zone. */
const mostChanges = 500

/** Content of served zones, for nameserver drivers. Each result is a consistent version of a zone. */
export class PublishedZones extends Context.Service<PublishedZones, {
  readonly get: (name: DnsName) => Effect.Effect<Option.Option<PublishedZone>>
  /** Zones in the order of their names, after the given one; for a server that starts. */
  readonly page: (after: DnsName | null, atMost: number) => Effect.Effect<ReadonlyArray<ZoneSerial>>
  /**
   * Differences from a serial to the current one, oldest first. None for signed zones, and if the history does not
   * reach back that far: the whole zone has to be transferred.
   */
  readonly differences: (
    name: DnsName,
    serial: number
  ) => Effect.Effect<Option.Option<ReadonlyArray<PublishedDifference>>>
}>()("@namewright/core/dns/publication/PublishedZones") {
  static readonly layer = Layer.effect(
    PublishedZones,
    Effect.gen(function*() {
      const zones = yield* ZoneStore
      const store = yield* ZonePublicationStore
      const keyring = yield* ZoneKeyring
      const aliases = yield* Aliases
      const transaction = yield* Transaction
      const { dns: { denial } } = yield* PlatformSettings

      const withKeys = (content: ZoneContent) =>
        Effect.map(keyring.keysOf(content.zone.dns_zone_id), (keys) => ({
          ...content,
          keys: Option.getOrUndefined(keys)
        }))

      /**
       * Reads a zone with its keys. Key changes increase the serial: keys that are read between two reads of the same
       * serial belong to it.
       */
      const read = Effect.fnUntraced(function*(name: DnsName) {
        for (let reads = 0; reads < readsInPassing; reads++) {
          const content = yield* zones.content({ served: name })
          if (Option.isNone(content)) return Option.none()
          const found = yield* withKeys(content.value)
          const after = yield* zones.find({ served: name })
          if (Option.isSome(after) && isUnchanged(found.zone, after.value)) return Option.some(found)
        }
        return yield* transaction.atomically(Effect.gen(function*() {
          yield* zones.lock({ served: name })
          const content = yield* zones.content({ served: name })
          return Option.isNone(content) ? Option.none() : Option.some(yield* withKeys(content.value))
        }))
      })

      const get = Effect.fn("PublishedZones.get")(function*(name: DnsName) {
        const found = yield* read(name)
        if (Option.isNone(found)) return Option.none()
        const { keys, rrsets, zone } = found.value
        const addresses = yield* aliases.addresses(zone, rrsets)
        return Option.some<PublishedZone>({
          dns_zone_id: zone.dns_zone_id,
          name: zone.name,
          serial: zone.serial,
          rrsets: assembleZone(zone, rrsets, keys, addresses),
          signing: keys === undefined ? null : { keys: keys.keys, denial }
        })
      })

      const differences = Effect.fn("PublishedZones.differences")(function*(name: DnsName, serial: number) {
        const content = yield* zones.content({ served: name })
        if (Option.isNone(content)) return Option.none()
        const { rrsets, zone } = content.value
        // The history does not contain addresses of ALIAS records or signatures.
        if (zone.dnssec_status === "enabled" || rrsets.some(({ type }) => type === "ALIAS")) return Option.none()
        if (Option.isSome(yield* keyring.keysOf(zone.dns_zone_id))) return Option.none()
        const changes = yield* zones.changesAfter(zone, serial, mostChanges)
        return Option.flatMap(changes, (after) => differencesOf(name, after))
      })

      return PublishedZones.of({ get, page: store.zonesAfter, differences })
    })
  )
}

const isUnchanged = (before: Zone, after: Zone): boolean =>
  before.dns_zone_id === after.dns_zone_id && before.serial === after.serial

/** Differences of the changes; none if the history does not contain all data. */
const differencesOf = (
  name: DnsName,
  changes: ReadonlyArray<ZoneChange>
): Option.Option<ReadonlyArray<PublishedDifference>> =>
  changes.every(isInHistory) ? Option.some(changes.map((change) => differenceOf(name, change))) : Option.none()

/**
 * True if the history contains the complete change: not for keys, addresses of ALIAS records, and the zone that was
 * served before.
 */
const isInHistory = ({ after, before, cause, rrsets }: ZoneChange): boolean =>
  before !== null && cause !== "dnssec" && cause !== "alias" && cause !== "ownership" &&
  before.dnssec_status === "disabled" && after.dnssec_status === "disabled" &&
  rrsets.every(({ type }) => type !== "ALIAS")

const differenceOf = (name: DnsName, { after, before, rrsets }: ZoneChange): PublishedDifference => {
  const from = before ?? after
  const [oldSoa, oldNs] = apexRrsets(name, from)
  const [newSoa, newNs] = apexRrsets(name, after)
  const hasOtherServers = oldNs.records.join() !== newNs.records.join()
  const removed = rrsets.flatMap((change) => change.before ?? [])
  const added = rrsets.flatMap((change) => change.after ?? [])
  return {
    from: from.serial,
    to: after.serial,
    removed: [oldSoa, ...(hasOtherServers ? [oldNs] : []), ...removed].map(publishedOf),
    added: [newSoa, ...(hasOtherServers ? [newNs] : []), ...added].map(publishedOf)
  }
}
