import { type DnsName, PublishedZones } from "@namewright/core/dns"
import { Clock, Effect, Option } from "effect"
import { SignatureCache } from "../signing/SignatureCache.ts"
import type { Member } from "./Catalog.ts"
import { type Difference, differenceBetween, differenceOf, type ZoneVersion, zoneVersion } from "./ZoneVersion.ts"

/** RRsets of all versions that are kept in memory. */
const keptRrsets = 200_000

/** Versions of one signed zone: the way between them is known only as long as both are here. */
const keptVersions = 3

/** What is handed out for transfers; one version each, however long the transfer takes. */
export interface ZoneVersions {
  /** A version that is at least as new as what was published of the zone; none when it is gone. */
  readonly current: (name: DnsName.DnsName, published: Member) => Effect.Effect<Option.Option<ZoneVersion>>
  /** The way from a serial to a version; none where the whole zone is to be transferred. */
  readonly since: (
    name: DnsName.DnsName,
    serial: number,
    to: ZoneVersion
  ) => Effect.Effect<Option.Option<ReadonlyArray<Difference>>>
}

/** Keeps versions that several secondaries ask for one after another, those asked for last. */
export const makeZoneVersions: Effect.Effect<ZoneVersions, never, PublishedZones> = Effect.gen(function*() {
  const published = yield* PublishedZones
  const clock = yield* Clock.Clock
  const signing = { cache: new SignatureCache(), now: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000) }
  /** Oldest first, as are the zones that were not asked for the longest. */
  const kept = new Map<DnsName.DnsName, ReadonlyArray<ZoneVersion>>()
  let rrsets = 0

  const forget = (name: DnsName.DnsName) => {
    for (const version of kept.get(name) ?? []) rrsets -= version.rrsets.length
    kept.delete(name)
  }
  const keep = (name: DnsName.DnsName, versions: ReadonlyArray<ZoneVersion>) => {
    forget(name)
    kept.set(name, versions)
    for (const version of versions) rrsets += version.rrsets.length
    for (const [oldest] of kept) {
      if (rrsets <= keptRrsets || oldest === name) break
      forget(oldest)
    }
  }

  const load = Effect.fnUntraced(function*(name: DnsName.DnsName) {
    const zone = yield* published.get(name)
    if (Option.isNone(zone)) {
      forget(name)
      return Option.none<ZoneVersion>()
    }
    const version = yield* zoneVersion(zone.value, signing)
    const before = (kept.get(name) ?? []).filter(({ dns_zone_id, serial }) =>
      dns_zone_id === version.dns_zone_id && serial < version.serial
    )
    keep(name, version.isSigned ? [...before.slice(1 - keptVersions), version] : [version])
    return Option.some(version)
  })

  const current: ZoneVersions["current"] = (name, { dns_zone_id, serial }) => {
    const versions = kept.get(name)
    const last = versions?.at(-1)
    const isCurrent = last?.dns_zone_id === dns_zone_id && last.serial >= serial
    if (versions === undefined || !isCurrent) return load(name)
    keep(name, versions)
    return Effect.succeedSome(last)
  }

  const since: ZoneVersions["since"] = Effect.fnUntraced(function*(name, serial, to) {
    if (to.isSigned) {
      const from = kept.get(name)?.find((version) => version.serial === serial && version.isSigned)
      const difference = from && differenceBetween(from, to)
      return difference === undefined ? Option.none() : Option.some([difference])
    }
    const differences = yield* published.differences(name, serial)
    // A change after that version is on its way to a version of its own.
    return Option.flatMap(differences, (all) => {
      const wanted = all.filter((difference) => difference.to <= to.serial)
      return wanted.at(-1)?.to === to.serial && wanted[0]?.from === serial
        ? Option.some(wanted.map(differenceOf))
        : Option.none()
    })
  })

  return { current, since }
})
