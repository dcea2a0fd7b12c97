import { Effect, Option } from "effect"
import { authorize, OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import { ParentDomains } from "../hosts/index.ts"
import { type Actor, Hostname, Instant, Transaction } from "../shared/index.ts"
import { decideRrsetWrite } from "./decideRrsetWrite.ts"
import type { DnsName } from "./DnsName.ts"
import { ZoneSigning } from "./dnssec/ZoneSigning.ts"
import { domainParts } from "./domainParts.ts"
import { ZonePublications } from "./publication/ZonePublications.ts"
import { makeNameReservations } from "./reservation/nameReservations.ts"
import type { RrsetSource } from "./RrsetWrite.ts"
import { newZoneId, type Zone, type ZoneId } from "./Zone.ts"
import { ZoneBranding } from "./ZoneBranding.ts"
import type { ZoneChange } from "./ZoneChange.ts"
import { zoneChange } from "./ZoneChanges.ts"
import { ZoneAlreadyExists } from "./ZoneError.ts"
import { namesAbove, newZoneName } from "./ZoneName.ts"
import type { CreateZone } from "./ZoneRequest.ts"
import { nextSerial, serialOfDay } from "./ZoneSerial.ts"
import { type ZoneContent, ZoneStore } from "./ZoneStore.ts"
import type { ChangeSet, CreatedZone } from "./ZoneView.ts"
import { changeSetOf, makeZoneViews } from "./ZoneViews.ts"

/** What a new zone has before its first write. */
const nothing: RrsetSource = {
  all: Effect.succeed([]),
  at: () => Effect.succeed([]),
  below: () => Effect.succeed([])
}

/** How zones are made. */
export const makeZoneCreation = Effect.gen(function*() {
  const store = yield* ZoneStore
  const branding = yield* ZoneBranding
  const signing = yield* ZoneSigning
  const publications = yield* ZonePublications
  const directory = yield* OrganizationDirectory
  const domains = yield* ParentDomains
  const transaction = yield* Transaction
  const views = yield* makeZoneViews
  const reservations = yield* makeNameReservations

  /** Who has registered the domain here that a name is or lies below. */
  const registrantOf = (name: DnsName) => {
    const { domain, suffix } = domainParts(name)
    return domain === null || suffix === null
      ? Effect.succeedNone
      : domains.find(Hostname.make(`ns.${domain}.${suffix}`))
  }

  /** The serial of a new zone. What lies in the zone or the domain of somebody else is not for the caller to serve. */
  const firstSerial = Effect.fnUntraced(function*(actor: Actor, name: DnsName, now: Instant.Instant) {
    const { last_serial, owners_above } = yield* store.surroundings(name, namesAbove(name))
    const registered = Option.map(yield* registrantOf(name), ({ organization_id }) => organization_id)
    for (const owner of new Set([...owners_above, ...Option.toArray(registered)])) {
      if (!(yield* OrganizationScope.visible(directory, actor, owner))) {
        return yield* new ZoneAlreadyExists({ zone_name: name })
      }
    }
    return last_serial === null ? serialOfDay(now) : nextSerial(last_serial, now)
  })

  const insert = Effect.fnUntraced(function*(
    actor: Actor,
    dns_zone_id: ZoneId,
    name: DnsName,
    { dnssec_status, name: written, rrsets: requested, vanity_nameserver_set_id }: CreateZone
  ) {
    const { organization_id } = actor
    const { changes, warnings } = yield* decideRrsetWrite(
      { name, rrset_count: 0 },
      { kind: "replace", rrsets: requested ?? [] },
      nothing,
      yield* reservations.problems(actor, name, written)
    )
    const rrsets = changes.flatMap(({ after }) => after ?? [])
    const now = yield* Instant.now
    const brand = yield* branding.brandingOf(organization_id, vanity_nameserver_set_id)
    const zone: Zone = {
      dns_zone_id,
      organization_id,
      name,
      serial: yield* firstSerial(actor, name, now),
      ...brand,
      dnssec_status: "disabled",
      dnssec_registry_publish: null,
      rrset_count: rrsets.length,
      record_count: rrsets.reduce((sum, { records }) => sum + records.length, 0),
      created_on: now,
      updated_on: now
    }
    const change = yield* zoneChange({ before: null, after: zone, rrsets: changes, cause: "create" })
    yield* store.insert(zone, rrsets, change, yield* publications.due([zone]))
    if (dnssec_status === "enabled") yield* signing.requireServed(name)
    return { content: { zone, rrsets }, change, warnings }
  })

  /** Signs the zone and shows it as it is then. */
  const signed = Effect.fnUntraced(function*(made: ZoneContent, change: ZoneChange) {
    const { name } = made.zone
    const dnssec_registry_publish = yield* signing.enable(name)
    const content = Option.getOrElse(yield* store.content(name), () => made)
    const { changes, ...rest } = changeSetOf(content.zone, change)
    const enabled = {
      action: "enable_dnssec",
      rrset_name: null,
      rrset_type: null,
      record_data: null,
      ttl: null
    } as const
    const change_set: ChangeSet = {
      ...rest,
      changes: [...changes, enabled],
      num_changes: changes.length + 1,
      dnssec_registry_publish
    }
    return { content, change_set }
  })

  return Effect.fnUntraced(function*(id: ZoneId | undefined, input: CreateZone) {
    const actor = yield* authorize("dns:manage")
    const name = yield* newZoneName(input.name)
    const dns_zone_id = id ?? (yield* newZoneId)
    const { change, content: made, warnings } = yield* transaction.joined(insert(actor, dns_zone_id, name, input))
    const { change_set, content } = input.dnssec_status === "enabled"
      ? yield* signed(made, change)
      : { content: made, change_set: changeSetOf(made.zone, change) }
    const view = yield* views.of(content, [])
    const created: CreatedZone = { ...view, ...change_set, warnings }
    return created
  })
})
