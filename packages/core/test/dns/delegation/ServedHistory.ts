import {
  DnsName,
  keyDigest,
  type Nameserver,
  Nameservers,
  type PublishedZone,
  PublishedZones,
  Rdata
} from "@namewright/core/dns"
import { Instant } from "@namewright/core/shared"
import { DateTime, Effect, Layer, Option, Result } from "effect"

/** Content of a zone that one nameserver served from an instant on. */
interface Version {
  readonly nameserver: string
  /** Counts all versions of all zones. */
  readonly order: number
  /** Milliseconds since 1970; undefined while the version is served. */
  until: number | undefined
  /** Null: no zone of the name. */
  readonly zone: PublishedZone | null
}

/** Seconds for which a resolver keeps DS and DNSKEY records, and any record of the test's zones. */
const keyTtl = 300
const longestTtl = 3600

const texts = (zone: PublishedZone, name: string, type: string): ReadonlyArray<string> =>
  zone.rrsets.filter((rrset) => rrset.name === name && rrset.type === type).flatMap(({ records }) => records)

const tagOf = (ds: string): string => ds.split(" ")[0] ?? ""

/** The tags of the keys that sign a version. */
const signersOf = ({ signing }: PublishedZone): ReadonlySet<string> =>
  new Set((signing?.keys ?? []).map(({ key_tag }) => String(key_tag)))

/** The DS records that the DNSKEY records of a version match. */
const digestsOf = (zone: PublishedZone) =>
  Effect.forEach(texts(zone, zone.name, "DNSKEY"), (text) =>
    Effect.map(
      keyDigest(
        zone.name,
        Result.getOrThrow(Rdata.parse("DNSKEY", text, { origin: DnsName.root, form: "zone_file" })),
        2
      ),
      (digest) => Rdata.text("DS", digest)
    ))

const above = (name: DnsName.DnsName, names: ReadonlyMap<string, PublishedZone>): PublishedZone | undefined => {
  for (let next = DnsName.parent(name); next !== undefined; next = DnsName.parent(next)) {
    const zone = names.get(next)
    if (zone !== undefined) return zone
  }
  return undefined
}

/**
 * Two nameservers that remember what they served when. From it follows what a resolver may have in its cache, whatever
 * it asked and whenever.
 */
export const makeServedHistory = () => {
  const versions = new Map<DnsName.DnsName, Array<Version>>()
  const forgotten = new Map<DnsName.DnsName, number>()
  const heldUp = new Set<string>()
  let count = 0
  const millis = Effect.map(Instant.now, DateTime.toEpochMillis)

  const publish = (published: PublishedZones["Service"], nameserver: string): Nameserver["publish"] =>
    Effect.forEach(({ name }) =>
      Effect.gen(function*() {
        if (heldUp.has(nameserver)) return { name, serial: undefined, problem: "It is held up" }
        const zone = Option.getOrNull(yield* published.get(name))
        const own = versions.get(name) ?? []
        const now = yield* millis
        for (const version of own) if (version.nameserver === nameserver) version.until ??= now
        versions.set(name, [...own, { nameserver, order: ++count, until: undefined, zone }])
        return { name, serial: zone?.serial ?? null, problem: null }
      })
    )

  /** Content that was served within the last seconds, of zones that were not deleted since. */
  const since = (
    name: DnsName.DnsName,
    seconds: number,
    now: number,
    concerned: DnsName.DnsName = name
  ): ReadonlyArray<PublishedZone> =>
    (versions.get(name) ?? [])
      .filter(({ order, until }) =>
        order > (forgotten.get(concerned) ?? 0) && (until === undefined || until > now - seconds * 1000)
      )
      .flatMap(({ zone }) => zone ?? [])

  const isServed = (name: DnsName.DnsName): boolean =>
    (versions.get(name) ?? []).some(({ until, zone }) => until === undefined && zone !== null)

  const bogusZone = Effect.fnUntraced(function*(name: DnsName.DnsName, now: number) {
    const ds = new Set(
      [...versions.keys()].filter((zone) => zone !== name && DnsName.isWithin(name, zone))
        .flatMap((zone) => since(zone, keyTtl, now, name).map((version) => texts(version, name, "DS").join("\n")))
    )
    ds.delete("")
    if (ds.size === 0) return []
    // Nobody asks for the keys and signatures of a zone without a DS, so what caches have of that time does not matter.
    const withSignatures = (seconds: number) => [
      ...since(name, seconds, now).filter(({ signing }) => signing !== null),
      ...since(name, 0, now)
    ]
    const signed = withSignatures(longestTtl)
    const keySets = yield* Effect.forEach(
      withSignatures(keyTtl),
      (zone) => Effect.map(digestsOf(zone), (digests) => ({ digests, tags: digests.map(tagOf) }))
    )
    return [...ds].flatMap((cached) => {
      const records = cached.split("\n")
      return [
        ...keySets.filter(({ digests }) => !digests.some((digest) => records.includes(digest)))
          .map(({ tags }) => `${name} has the keys ${tags.join()}, and a DS of ${records.map(tagOf).join()}`),
        ...signed.flatMap((zone) =>
          keySets.filter(({ tags }) => !tags.some((tag) => signersOf(zone).has(tag)))
            .map(({ tags }) => `${name} is signed by ${[...signersOf(zone)].join()}, and has the keys ${tags.join()}`)
        )
      ]
    })
  })

  const undelegatedBy = (nameserver: string) => {
    const current = new Map<string, PublishedZone>()
    for (const [name, own] of versions) {
      const zone = own.find((version) => version.nameserver === nameserver && version.until === undefined)?.zone
      if (zone !== undefined && zone !== null) current.set(name, zone)
    }
    return [...current.values()].flatMap((zone) => {
      const parent = above(zone.name, current)
      const strays = zone.rrsets.filter(({ name, type }) =>
        type === "NS" && name !== zone.name && above(name, current) !== zone
      )
      return [
        ...strays.map(({ name }) => `${nameserver}: ${zone.name} delegates ${name}`),
        ...(parent === undefined || texts(parent, zone.name, "NS").join() === texts(zone, zone.name, "NS").join()
          ? []
          : [`${nameserver}: ${parent.name} does not delegate ${zone.name}`])
      ]
    })
  }

  const nameserver = (zones: PublishedZones["Service"], name: string): Nameserver => ({
    name,
    capabilities: { signing: "library", zones_per_call: 100 },
    publish: publish(zones, name)
  })

  return {
    nameservers: Layer.effect(
      Nameservers,
      Effect.map(PublishedZones, (zones) => ({ all: ["one", "two"].map((name) => nameserver(zones, name)) }))
    ),
    /** Names of nameservers that serve nothing new. */
    heldUp,
    /** Ways in which a resolver could take a served zone for bogus. */
    bogus: Effect.gen(function*() {
      const now = yield* millis
      const served = [...versions.keys()].filter(isServed)
      return [...new Set((yield* Effect.forEach(served, (name) => bogusZone(name, now))).flat())]
    }),
    /** Zones that are not delegated by the nearest zone above, and delegations of nothing. */
    undelegated: Effect.sync(() => ["one", "two"].flatMap(undelegatedBy)),
    /** Ignores older content of the zone in caches. */
    forget: (name: DnsName.DnsName) => Effect.sync(() => void forgotten.set(name, count))
  }
}
