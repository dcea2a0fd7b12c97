import { Effect } from "effect"
import { type OrganizationId, PlatformSettings } from "../shared/index.ts"
import { type AssignedTag, byLabel, type TagId, TagStore } from "../tags/index.ts"
import { apexRrsets, keyTtl } from "./ApexRrsets.ts"
import { changeSteps, stepsOfRrsets } from "./changeSteps.ts"
import * as DnsName from "./DnsName.ts"
import { type SigningRecords, ZoneSigning } from "./dnssec/ZoneSigning.ts"
import { domainParts } from "./domainParts.ts"
import { generatedNameservers } from "./ownership/generatedNameservers.ts"
import type { OwnershipChallenge, ZoneOwnershipView } from "./ownership/Ownership.ts"
import { OwnershipChallenges } from "./ownership/OwnershipChallenges.ts"
import type { Rrset, RrsetChange } from "./Rrset.ts"
import type { Zone, ZoneId } from "./Zone.ts"
import type { ZoneChange } from "./ZoneChange.ts"
import type { ZoneInclude } from "./ZoneRequest.ts"
import { type ZoneContent, ZoneStore } from "./ZoneStore.ts"
import type { ChangeSet, ChangeStep, RrsetView, ZoneDetails } from "./ZoneView.ts"

/** Views of zones in responses. */
export const makeZoneViews = Effect.gen(function*() {
  const store = yield* ZoneStore
  const tags = yield* TagStore
  const signing = yield* ZoneSigning
  const challenges = yield* OwnershipChallenges
  const { dns } = yield* PlatformSettings

  const tagsOf = Effect.fnUntraced(function*(organization: OrganizationId, zones: ReadonlyArray<ZoneId>) {
    const carried = yield* store.tagsOf(organization, zones)
    const ids = new Set<TagId>([...carried.values()].flat())
    const described = yield* tags.describe(organization, [...ids])
    return (zone: ZoneId): ReadonlyArray<AssignedTag> =>
      (carried.get(zone) ?? []).flatMap((id) => described.get(id) ?? []).toSorted(byLabel)
  })

  /** Views of zones of one organization. */
  const ofAll = Effect.fnUntraced(function*(
    organization: OrganizationId,
    contents: ReadonlyArray<ZoneContent>,
    include: ReadonlyArray<ZoneInclude>
  ) {
    const signed = contents.flatMap(({ zone }) => zone.dnssec_status === "enabled" ? [zone] : [])
    const records = signed.length === 0 ? noRecords : yield* signing.recordsOf(signed)
    const tagged = include.includes("tags")
      ? yield* tagsOf(organization, contents.map(({ zone }) => zone.dns_zone_id))
      : null
    const shown = yield* Effect.forEach(contents, ({ zone }) => challenges.of(zone.organization_id, zone.name))
    return contents.flatMap(({ rrsets, zone }, index): ReadonlyArray<ZoneDetails> => {
      const challenge = shown[index]
      return challenge === undefined ? [] : [{
        ...viewOf(zone, [...systemRrsets(zone, records.get(zone.dns_zone_id)), ...rrsets]),
        ownership: ownershipOf(zone, challenge, dns.nameservers),
        tags: tagged === null ? null : tagged(zone.dns_zone_id)
      }]
    })
  })

  const of = Effect.fnUntraced(function*(content: ZoneContent, include: ReadonlyArray<ZoneInclude>) {
    const [view] = yield* ofAll(content.zone.organization_id, [content], include)
    return view ?? (yield* Effect.die(new Error("A zone has no view")))
  })

  return { of, ofAll }
})

const noRecords: ReadonlyMap<ZoneId, SigningRecords> = new Map()

/** RRsets that are derived from the zone and its keys. */
const systemRrsets = (zone: Zone, records: SigningRecords | undefined): ReadonlyArray<Rrset> => {
  const ofKeys = (type: "DNSKEY" | "DS", texts: ReadonlyArray<string> = []): ReadonlyArray<Rrset> =>
    texts.length === 0 ? [] : [{ name: zone.name, type, ttl: keyTtl, records: texts, protected_reason: "GENERIC" }]
  return [...apexRrsets(zone.name, zone), ...ofKeys("DNSKEY", records?.dnskey), ...ofKeys("DS", records?.ds)]
}

const rrsetView = ({ name, protected_reason, records, ttl, type }: Rrset, zone: DnsName.DnsName): RrsetView => {
  const protection = { protected: protected_reason !== null, protected_reason }
  return {
    name: DnsName.relativeTo(name, zone),
    fqdn: name,
    type,
    ttl,
    records: records.map((rdata) => ({ rdata, ...protection })),
    ...protection
  }
}

const ownershipOf = (
  zone: Zone,
  challenge: OwnershipChallenge,
  common: ReadonlyArray<string>
): ZoneOwnershipView => ({
  state: zone.ownership,
  proof: zone.proof,
  challenge,
  nameservers: generatedNameservers(zone.organization_id, common),
  is_served: zone.is_served,
  displaced_on: zone.displaced_on,
  checked_on: zone.checked_on,
  missing: zone.missing
})

const viewOf = (zone: Zone, rrsets: ReadonlyArray<Rrset>): Omit<ZoneDetails, "ownership" | "tags"> => ({
  dns_zone_id: zone.dns_zone_id,
  name: zone.name,
  domain_parts: domainParts(zone.name),
  serial: zone.serial,
  dnssec_status: zone.dnssec_status,
  dnssec_registry_publish: zone.dnssec_registry_publish,
  vanity_nameserver_set_id: zone.vanity_nameserver_set_id,
  rrsets: rrsets.map((rrset) => rrsetView(rrset, zone.name)),
  created_on: zone.created_on,
  updated_on: zone.updated_on
})

/** Change set of a write that is not stored, without the serial and without an id. */
export const changeSetTried = (zone: ChangedZone, rrsets: ReadonlyArray<RrsetChange>): Effect.Effect<ChangeSet> =>
  Effect.map(stepsOfRrsets(rrsets), (steps) => changeSet(zone, steps, null))

/** Change set of a stored change; without steps if nothing changed. */
export const changeSetOf = (zone: ChangedZone, change: ZoneChange | null): Effect.Effect<ChangeSet> =>
  change === null
    ? Effect.succeed(changeSet(zone, [], null))
    : Effect.map(changeSteps(zone.name, change), (steps) => changeSet(zone, steps, change.changeset_id))

type ChangedZone = Pick<Zone, "name" | "dnssec_registry_publish">

const changeSet = (
  { dnssec_registry_publish, name }: ChangedZone,
  changes: ReadonlyArray<ChangeStep>,
  changeset_id: string | null
): ChangeSet => ({ changes, changeset_id, num_changes: changes.length, zone_name: name, dnssec_registry_publish })
