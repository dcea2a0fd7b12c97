import {
  answersChallenge,
  challengeName,
  DnsName,
  OwnershipChallenges,
  type Zone,
  Zones,
  ZoneStore
} from "@namewright/core/dns"
import { DomainStore } from "@namewright/core/domains"
import { EventStore } from "@namewright/core/events"
import { DomainName, Instant, type OrganizationId } from "@namewright/core/shared"
import { DateTime, Effect, Option } from "effect"
import { isOwned } from "../../../src/domains/DomainState.ts"
import type { Customer } from "../../domains/DomainsPlatform.ts"
import { named } from "./ClaimsPlatform.ts"
import type { Contenders } from "./OwnershipRace.ts"

const mayAct = ({ branch, registrant }: Contenders, organization: OrganizationId, owner: OrganizationId) =>
  organization === owner || (organization === registrant.organization_id && owner === branch.organization_id)

const holderOf = Effect.fnUntraced(function*(name: string) {
  const domains = yield* DomainStore
  return Option.getOrUndefined(Option.filter(yield* domains.find(DomainName.make(name)), isOwned))?.organization_id
})

/** True if the zone of `name` that is served contains the challenge of the zone below it. */
const isConsented = Effect.fnUntraced(function*(above: Zone | undefined, { name, organization_id }: Zone) {
  if (above === undefined || above.name === name) return false
  const store = yield* ZoneStore
  const token = yield* OwnershipChallenges.use(({ tokenOf }) => tokenOf(organization_id, name))
  return answersChallenge(yield* store.rrsetsAt(above, [challengeName(name)]), token)
})

/** Broken invariants of the zones that are in place, in words. */
const brokenInPlace = Effect.fnUntraced(function*(contenders: Contenders, name: string, zones: ReadonlyArray<Zone>) {
  const holder = yield* holderOf(name)
  const above = zones.find((zone) => zone.name === named(name) && zone.is_served)
  const broken: Array<string> = []
  for (const zone of zones.filter(({ displaced_on }) => displaced_on === null)) {
    const { is_served, organization_id, ownership, was_held } = zone
    const isOwn = holder !== undefined && mayAct(contenders, organization_id, holder)
    const isGuest = !isOwn && (yield* isConsented(above, zone))
    const label = `${zone.name} of ${organization_id}`
    if ((ownership === "held") !== isOwn) broken.push(`${label} is ${ownership}, and held: ${isOwn}`)
    if (holder !== undefined && !isOwn && !isGuest) broken.push(`${label} is in place below a holder's name`)
    if (isOwn && !is_served && !zones.some((other) => other.name === zone.name && other.is_served)) {
      broken.push(`${label} is its holder's and not served`)
    }
    const isTolerated = was_held || organization_id === contenders.hoster.organization_id
    if (is_served && ownership === "unproven" && !isTolerated) broken.push(`${label} is served unproven`)
  }
  for (const [own, ofName] of Map.groupBy(zones, (zone) => zone.name)) {
    const count = ofName.filter(({ is_served }) => is_served).length
    if (count > 1) broken.push(`${count} zones of ${own} are served`)
  }
  return broken
})

/** Messages of an organization's events of the last minute. */
const messagesOf = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const store = yield* EventStore
  const now = yield* Instant.now
  const range = { since: DateTime.subtract(now, { seconds: 59 }), until: DateTime.add(now, { seconds: 1 }) }
  const kinds = {
    object_types: ["UNKNOWN", "DOMAIN"],
    event_types: ["MODIFICATION"],
    event_subtypes: ["NOTIFICATION"]
  } as const
  return (yield* store.listBetween(organization_id, kinds, range, 100)).map(({ event_data }) => event_data.message)
})

/** Broken invariants of a displaced zone: its owner can read it, and both organizations have an event. */
const brokenDisplaced = Effect.fnUntraced(function*(contenders: Contenders, zone: Zone) {
  const zones = yield* Zones
  const all = Object.values(contenders) as ReadonlyArray<Customer>
  const hostname = zone.name.replace(/\.$/, "")
  const broken: Array<string> = zone.is_served ? [`${hostname} is displaced and served`] : []
  for (const customer of all) {
    const messages = yield* messagesOf(customer)
    if (customer.organization_id === zone.organization_id) {
      const { rrsets } = yield* customer.act(zones.get(zone.dns_zone_id, []))
      if (!rrsets.some((rrset) => rrset.name === "host")) broken.push(`${hostname} lost its records`)
      const { text } = yield* customer.act(zones.exportMasterFile(zone.dns_zone_id))
      if (!text.includes("192.0.2.1")) broken.push(`${hostname} is exported without its records`)
      if (!messages.some((text) => text.startsWith(`Zone ${hostname} was displaced`))) {
        broken.push(`${hostname} was displaced without an event`)
      }
    }
  }
  const others = yield* Effect.forEach(
    all.filter(({ organization_id }) => organization_id !== zone.organization_id),
    prevailingOf
  )
  if (!others.flat().some(({ name }) => DnsName.isWithin(zone.name, named(name)))) {
    broken.push(`Nobody has the event of what displaced ${hostname}`)
  }
  return broken
})

/** Names at which an organization's right prevailed in the last minute, and the number of zones that it displaced. */
const prevailingOf = (customer: Customer) =>
  Effect.map(messagesOf(customer), (messages) =>
    messages.flatMap((text) => {
      const found = /^(\d+) zones? of other organizations at (\S+) and below (?:was|were) displaced$/.exec(text)
      return found === null ? [] : [{ count: Number(found[1]), name: found[2] ?? "" }]
    }))

/** Zones at the name of a race and below it, and the invariants that they break. */
export const stateAfter = Effect.fnUntraced(function*(contenders: Contenders, name: string) {
  const store = yield* ZoneStore
  const zones = [...(yield* store.named(named(name))), ...(yield* store.named(named(`www.${name}`)))]
  const displaced = zones.filter(({ displaced_on }) => displaced_on !== null)
  const prevailing = (yield* Effect.forEach(Object.values(contenders) as ReadonlyArray<Customer>, prevailingOf)).flat()
  const counted = prevailing.reduce((sum, { count }) => sum + count, 0)
  const broken = [
    ...(counted < displaced.length ? [`Events count ${counted} displaced zones of ${displaced.length}`] : []),
    ...(yield* brokenInPlace(contenders, name, zones)),
    ...(yield* Effect.forEach(displaced, (zone) => brokenDisplaced(contenders, zone))).flat()
  ]
  return { broken, displaced: displaced.length, served: zones.filter(({ is_served }) => is_served).length }
})
