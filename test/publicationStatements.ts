import {
  AliasStore,
  DnsName,
  ZoneId,
  ZoneKeyStore,
  ZoneOwnershipStore,
  ZonePublicationStore,
  ZoneStore
} from "@namewright/core/dns"
import { ProcessId } from "@namewright/core/processes"
import { Instant, OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Result } from "effect"
import { sentBy } from "./sentStatements.ts"

const named = (text: string) => Result.getOrThrow(DnsName.parse(text))

/** Organization of all zones. */
export const owner = `organization_${"0".repeat(25)}1`

/** Nameserver of the publications. */
export const watched = "watched"

/** Statements of publishers and of the ownership of zones, whose cost must not grow with the number of zones. */
export const publicationStatements = Effect.gen(function*() {
  const publications = yield* ZonePublicationStore
  const aliases = yield* AliasStore
  const ownership = yield* ZoneOwnershipStore
  const zones = yield* ZoneStore
  const keys = yield* ZoneKeyStore
  const now = yield* Instant.now
  const later = DateTime.addDuration(now, "30 seconds")
  const number = yield* publications.register(watched, now)
  const dns_zone_id = ZoneId.make(`zone_${"0".repeat(25)}7`)
  const name = named("name7.example.")
  const organization = OrganizationId.make(owner)
  const process = ProcessId.make(`process_${"0".repeat(25)}3`)
  const outcome = { name, wanted: null, served: null, problem: null, next_attempt_on: later }
  const works: ReadonlyArray<readonly [string, Effect.Effect<unknown>]> = [
    ["register", publications.register(watched, now)],
    ["announce", publications.announce([{ dns_zone_id, name, serial: 1 }], now)],
    ["claim", publications.claim(number, process, 100, { now, until: later })],
    ["recordOutcomes", publications.recordOutcomes(number, { process_id: process, until: later }, [outcome], now)],
    ["leases of ended processes", publications.releaseEnded(now, later)],
    ["lag", publications.lag(number)],
    ["of a zone", publications.ofZone({ dns_zone_id, name }, now)],
    ["page of zones", publications.zonesAfter(name, 100)],
    ["fill", publications.fill(number, 100, now, now)],
    ["forget", publications.forget(DateTime.makeUnsafe(0), 100)],
    ["addresses of a zone", aliases.ofZone(dns_zone_id)],
    ["addresses that are due", aliases.claim(100, now, later)],
    ["checks of ownership that are due", ownership.leaseDueChecks(100, now, later)],
    ["a check of ownership", ownership.beginCheck(dns_zone_id, now, { endedSince: now, lostSince: now })],
    ["the end of a check of ownership", ownership.endCheck(dns_zone_id, now)],
    ["zones that are served", ownership.served([name, named("example.")])],
    ["surroundings of a new zone", ownership.surroundings(organization, name, [named("example.")])],
    ["names of an organization", ownership.namesAfter(organization, name, 100)],
    ["challenges of some names", ownership.checkSoon([name], now)],
    ["zones within a name", ownership.lockWithin(name, null, 100)],
    ["the next zones within a name", ownership.lockWithin(named("example."), name, 100)],
    ["served zones of others", ownership.servedBelow(named("example."), name, { except: organization })],
    ["zones whose service ends", ownership.withhold([dns_zone_id])],
    ["serials of a name", ownership.lastSerial(name)],
    ["displaced zones", ownership.displacedBefore(now, 100)],
    ["zones around a name", ownership.servedAround(name, [named("example.")])],
    ["the next served zones", ownership.servedAfter(name, 100)],
    ["served zones below a name", ownership.isServedBelow(named("example."))],
    ["delegations of child zones", zones.childRrsets({ dns_zone_id, name }, named("sub.name7.example."))],
    ["delegations of a range of child zones", zones.childRrsets({ dns_zone_id, name }, name, name)],
    ["signing of some zones", keys.progressOf([dns_zone_id])],
    ["keys of some zones", keys.ofZones([dns_zone_id])],
    ["renewals of signatures that are due", keys.leaseDueRenewals(100, now, later)]
  ]
  return (yield* Effect.forEach(works, ([list, work]) => sentBy(list, work))).flatMap(({ sent }) => sent)
})
