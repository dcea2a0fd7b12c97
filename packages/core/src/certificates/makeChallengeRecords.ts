import { DateTime, Duration, Effect, Option } from "effect"
import {
  type Rrset,
  type RrsetChange,
  type Zone,
  ZoneChanges,
  type ZoneId,
  ZonePublications,
  ZoneStore
} from "../dns/index.ts"
import { type Hostname, Instant, limits, Transaction } from "../shared/index.ts"
import type { Certificate, CertificateId } from "./Certificate.ts"
import type { AuthorityChallenge } from "./CertificateAuthority.ts"
import { CertificateStore } from "./CertificateStore.ts"
import { type ChallengeRecord, ChallengeStore } from "./ChallengeStore.ts"
import { CheckFailed } from "./CheckFailed.ts"
import { challengeRecordName, makeChallengeZones } from "./makeChallengeZones.ts"

/** Time after which an order ends whose records some nameserver does not serve. */
const publicationLimit = Duration.hours(1)

/** A quarter of the time for which nameservers are behind, from 250 milliseconds to a minute. */
const publicationPause = (behind: Duration.Duration): Duration.Duration =>
  Duration.clamp(Duration.times(behind, 0.25), { minimum: Duration.millis(250), maximum: Duration.minutes(1) })

const presented = (value: string): string => `"${value}"`

/** Order of a certificate to which challenges belong. */
interface ChallengedOrder {
  readonly certificate: Certificate
  /** URL of the order. */
  readonly url: string
}

/** Challenge of a host that a record answers. */
interface RecordChallenge extends Pick<AuthorityChallenge, "response" | "token"> {
  readonly host: Hostname
}

/**
 * TXT records by which orders prove names over DNS. Records of several orders, and those of a user, share one RRset, which
 * callers cannot write meanwhile.
 */
export const makeChallengeRecords = Effect.gen(function*() {
  const certificates = yield* CertificateStore
  const challenges = yield* ChallengeStore
  const changes = yield* ZoneChanges
  const publications = yield* ZonePublications
  const transaction = yield* Transaction
  const zones = yield* ZoneStore
  const { locate } = yield* makeChallengeZones

  const storedAt = (zone: Zone, name: Rrset["name"]) =>
    Effect.map(
      zones.rrsetsAt(zone, [name]),
      (rrsets) => rrsets.find(({ type }) => type === "TXT") ?? null
    )

  /** Adds a value to the RRset of a name. Returns the serial of the zone that contains it. */
  const add = Effect.fnUntraced(function*({ dns_zone_id }: Zone, name: Rrset["name"], value: string) {
    let serial = 0
    const change = yield* changes.change(dns_zone_id, "system", (zone) =>
      Effect.gen(function*() {
        serial = zone.serial
        const before = yield* storedAt(zone, name)
        const others = before?.records ?? []
        if (before?.protected_reason === "GENERIC" && others.includes(presented(value))) return null
        const after: Rrset = {
          name,
          type: "TXT",
          ttl: before?.ttl ?? limits.recordTtl.minimum,
          records: [...new Set([...others, presented(value)])],
          protected_reason: "GENERIC"
        }
        return { rrsets: [{ name, type: "TXT" as const, before, after }] }
      }))
    return change?.serial ?? serial
  })

  /** Publishes the record of a challenge, if the order is still that of the certificate. */
  const publish = Effect.fnUntraced(function*(order: ChallengedOrder, challenge: RecordChallenge) {
    const { certificate_id, organization_id } = order.certificate
    const { host, response, token } = challenge
    const zone = yield* locate(host, organization_id)
    const gone = new CheckFailed({ code: "zone_missing", message: `The zone ${zone.name} does not exist any more` })
    yield* transaction.atomically(Effect.gen(function*() {
      const current = yield* certificates.lock(certificate_id)
      if (!Option.exists(current, ({ order_url }) => order_url === order.url)) return
      const name = challengeRecordName(host)
      const dns_serial = yield* Effect.catchTag(add(zone, name, response), "ZoneNotFound", () => Effect.fail(gone))
      const record = { dns_zone_id: zone.dns_zone_id, dns_name: name, dns_serial }
      yield* challenges.put({ certificate_id, token, response, record })
    }))
  })

  /** Publishes the records of challenges that have none yet. */
  const publishAll = Effect.fnUntraced(function*(
    order: ChallengedOrder,
    all: ReadonlyArray<RecordChallenge>
  ) {
    const published = new Set((yield* challenges.recordsOf(order.certificate.certificate_id)).map(({ token }) => token))
    yield* Effect.forEach(
      all.filter(({ token }) => !published.has(token)),
      (challenge) => publish(order, challenge),
      { discard: true }
    )
  })

  /** The first nameserver of a zone that does not serve the serial of a record. */
  const behind = Effect.fnUntraced(function*({ record }: { readonly record: ChallengeRecord }) {
    const { dns_name, dns_serial, dns_zone_id } = record
    const zone = Option.filter(yield* zones.find(dns_zone_id), ({ is_served }) => is_served)
    if (Option.isNone(zone)) {
      const message = `The zone of ${dns_name} is not served any more`
      return yield* new CheckFailed({ code: "zone_missing", message })
    }
    const states = yield* publications.ofZone(zone.value)
    if (states.length === 0) return Option.some("any nameserver")
    const late = states.find(({ serial_served }) => serial_served === null || serial_served < dns_serial)
    return Option.fromUndefinedOr(late?.nameserver)
  })

  /**
   * Pause until nameservers are compared again with the records of a certificate's order; none if all of them serve the
   * records. Fails if one does not after an hour.
   */
  const pauseUntilServed = Effect.fnUntraced(function*(certificate_id: CertificateId) {
    for (const stored of yield* challenges.recordsOf(certificate_id)) {
      const late = yield* behind(stored)
      if (Option.isNone(late)) continue
      const since = DateTime.distance(stored.created_on, yield* Instant.now)
      if (Duration.isLessThan(since, publicationLimit)) return Option.some(publicationPause(since))
      const message = `${late.value} does not serve the record at ${stored.record.dns_name} after an hour`
      return yield* new CheckFailed({ code: "zone_unpublished", message })
    }
    return Option.none<Duration.Duration>()
  })

  /** The RRset of a name without the values of an order; a user's own records can be written again. */
  const without = Effect.fnUntraced(function*(
    zone: Zone,
    name: Rrset["name"],
    of: { readonly certificate_id: CertificateId; readonly values: ReadonlySet<string> }
  ) {
    const before = yield* storedAt(zone, name)
    if (before === null) return []
    const records = before.records.filter((text) => !of.values.has(text))
    const isShared = yield* challenges.hasRecords(zone.dns_zone_id, name, of.certificate_id)
    const after = records.length === 0
      ? null
      : { ...before, records, protected_reason: isShared ? before.protected_reason : null }
    return [{ name, type: "TXT", before, after } satisfies RrsetChange]
  })

  /** Removes the records of a certificate's order, in the caller's transaction, in which the certificate is locked. */
  const withdraw = Effect.fnUntraced(function*(certificate_id: CertificateId) {
    const stored = yield* challenges.recordsOf(certificate_id)
    const byZone = Map.groupBy(stored, ({ record }): ZoneId => record.dns_zone_id)
    for (const dns_zone_id of [...byZone.keys()].toSorted()) {
      const byName = Map.groupBy(byZone.get(dns_zone_id) ?? [], ({ record }) => record.dns_name)
      yield* changes.change(dns_zone_id, "system", (zone) =>
        Effect.map(
          Effect.forEach(byName, ([name, rows]) =>
            without(zone, name, {
              certificate_id,
              values: new Set(rows.map(({ response }) => presented(response)))
            })),
          (found) => ({ rrsets: found.flat() })
        )).pipe(Effect.catchTag("ZoneNotFound", () => Effect.void))
    }
  })

  return { publishAll, pauseUntilServed, withdraw }
})
