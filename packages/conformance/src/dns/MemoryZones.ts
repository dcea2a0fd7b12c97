import {
  DnsName,
  newZoneId,
  type PublishedDifference,
  type PublishedRrset,
  type PublishedZone,
  PublishedZones,
  type RecordType,
  type ZoneId
} from "@namewright/core/dns"
import { Effect, Layer, Option } from "effect"

/** An RRset in tests: owner below the zone, `@` for the apex. */
export type WrittenRrset = readonly [owner: string, type: RecordType, ...records: ReadonlyArray<string>]

export interface WrittenZone {
  readonly serial: number
  readonly rrsets: ReadonlyArray<WrittenRrset>
  readonly signing?: PublishedZone["signing"]
}

const ttl = 300

export const nameOf = (text: string): DnsName.DnsName => DnsName.DnsName.make(`${text}.`)

const rrsetOf = (zone: string) => ([owner, type, ...records]: WrittenRrset): PublishedRrset => ({
  name: nameOf(owner === "@" ? zone : `${owner}.${zone}`),
  type,
  ttl,
  records
})

const contentOf = (zone: string, { rrsets, serial }: WrittenZone): ReadonlyArray<PublishedRrset> => [
  rrsetOf(zone)(["@", "SOA", `ns1.example.test. hostmaster.example.test. ${serial} 10800 3600 604800 300`]),
  rrsetOf(zone)(["@", "NS", "ns1.example.test.", "ns2.example.test."]),
  ...rrsets.map(rrsetOf(zone))
]

const textOf = (rrset: PublishedRrset): string => JSON.stringify(rrset)

const differenceOf = (from: PublishedZone, to: PublishedZone): PublishedDifference => {
  const [before, after] = [new Set(from.rrsets.map(textOf)), new Set(to.rrsets.map(textOf))]
  return {
    from: from.serial,
    to: to.serial,
    removed: from.rrsets.filter((rrset) => !after.has(textOf(rrset))),
    added: to.rrsets.filter((rrset) => !before.has(textOf(rrset)))
  }
}

/** Published zones in memory, with a history of all versions. */
export class MemoryZones {
  readonly #zones = new Map<DnsName.DnsName, ReadonlyArray<PublishedZone>>()

  /** Stores a version of a zone, which is created if needed. Returns its publication. */
  put(
    name: string,
    written: WrittenZone
  ): Effect.Effect<{ dns_zone_id: ZoneId; name: DnsName.DnsName; serial: number }> {
    return Effect.gen({ self: this }, function*() {
      const before = this.#zones.get(nameOf(name)) ?? []
      const dns_zone_id = before.at(-1)?.dns_zone_id ?? (yield* newZoneId)
      const { serial } = written
      const version: PublishedZone = {
        dns_zone_id,
        name: nameOf(name),
        serial,
        rrsets: contentOf(name, written),
        signing: written.signing ?? null
      }
      this.#zones.set(nameOf(name), [...before, version])
      return { dns_zone_id, name: nameOf(name), serial }
    })
  }

  /** Removes a zone with all its versions. Returns the publication of the removal. */
  remove(name: string): { dns_zone_id: ZoneId; name: DnsName.DnsName; serial: null } {
    const dns_zone_id = this.#zones.get(nameOf(name))?.at(-1)?.dns_zone_id
    if (dns_zone_id === undefined) throw new Error(`There is no ${name}`)
    this.#zones.delete(nameOf(name))
    return { dns_zone_id, name: nameOf(name), serial: null }
  }

  get layer(): Layer.Layer<PublishedZones> {
    const last = (name: DnsName.DnsName) => this.#zones.get(name)?.at(-1)
    return Layer.succeed(PublishedZones, {
      get: (name) => Effect.sync(() => Option.fromUndefinedOr(last(name))),
      page: (after, atMost) =>
        Effect.sync(() =>
          [...this.#zones.keys()].filter((name) => after === null || name > after).toSorted().slice(0, atMost).flatMap(
            (name) => {
              const zone = last(name)
              return zone === undefined ? [] : [{ dns_zone_id: zone.dns_zone_id, name, serial: zone.serial }]
            }
          )
        ),
      differences: (name, serial) =>
        Effect.sync(() => {
          const versions = this.#zones.get(name) ?? []
          const first = versions.findIndex((version) => version.serial === serial)
          if (first < 0 || versions.some(({ signing }) => signing !== null)) return Option.none()
          return Option.some(
            versions.slice(first + 1).flatMap((to, index) => {
              const from = versions[first + index]
              return from === undefined ? [] : [differenceOf(from, to)]
            })
          )
        })
    })
  }
}
