import { type DnsName, PublishedZones } from "@namewright/core/dns"
import { Clock, Effect, Option } from "effect"
import { SignatureCache } from "../signing/SignatureCache.ts"
import type { Member } from "./Catalog.ts"
import { type Difference, differenceBetween, differenceOf, type ZoneVersion, zoneVersion } from "./ZoneVersion.ts"

/** RRsets of all versions in memory. */
const keptRrsets = 200_000

/** Versions of one signed zone in memory; differences are computed between them. */
const keptVersions = 3

/** Versions of zones for transfers. */
export interface ZoneVersions {
  /** A version at least as new as the publication. `None` if the zone no longer exists. */
  readonly current: (name: DnsName.DnsName, published: Member) => Effect.Effect<Option.Option<ZoneVersion>>
  /** Differences from a serial to a version. `None` if they are not known, and the whole zone is to be transferred. */
  readonly since: (
    name: DnsName.DnsName,
    serial: number,
    to: ZoneVersion
  ) => Effect.Effect<Option.Option<ReadonlyArray<Difference>>>
}

/** Caches the most recently transferred versions, which several secondaries transfer one after another. */
export const makeZoneVersions: Effect.Effect<ZoneVersions, never, PublishedZones> = Effect.gen(function*() {
  const published = yield* PublishedZones
  const clock = yield* Clock.Clock
  const signing = { cache: new SignatureCache(), now: () => Math.floor(clock.currentTimeMillisUnsafe() / 1000) }
  /** Zones in the order of their last use, versions in the order of their serials. */
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
    // Changes after this version belong to later versions.
    return Option.flatMap(differences, (all) => {
      const wanted = all.filter((difference) => difference.to <= to.serial)
      return wanted.at(-1)?.to === to.serial && wanted[0]?.from === serial
        ? Option.some(wanted.map(differenceOf))
        : Option.none()
    })
  })

  return { current, since }
})
