import { Effect, Option } from "effect"
import { authorize, OrganizationDirectory, OrganizationScope } from "../access/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { type Actor, Instant, Transaction } from "../shared/index.ts"
import { decideRrsetWrite } from "./decideRrsetWrite.ts"
import { ChildDelegations } from "./delegation/ChildDelegations.ts"
import type { DelegationConflict } from "./delegation/delegationChanges.ts"
import type { DnsName } from "./DnsName.ts"
import { ZoneSigning } from "./dnssec/ZoneSigning.ts"
import { makeNewZoneOwnership } from "./ownership/NewZoneOwnership.ts"
import { challengedNames } from "./ownership/OwnershipChallenges.ts"
import { ZoneOwnership } from "./ownership/ZoneOwnership.ts"
import { ZoneOwnershipStore } from "./ownership/ZoneOwnershipStore.ts"
import { ZonePublications } from "./publication/ZonePublications.ts"
import { type ReadRrsetWrite, readRrsetWrite } from "./readRrsetWrite.ts"
import { makeNameReservations } from "./reservation/nameReservations.ts"
import { type Rrset, textGrowth } from "./Rrset.ts"
import type { RrsetSource } from "./RrsetWrite.ts"
import { zoneIssue } from "./rules/RrsetStep.ts"
import { newZoneId, type Zone, type ZoneId } from "./Zone.ts"
import { ZoneBranding } from "./ZoneBranding.ts"
import type { ZoneChange } from "./ZoneChange.ts"
import { zoneChange } from "./ZoneChanges.ts"
import { ZoneValidationFailed } from "./ZoneError.ts"
import { zoneCreated } from "./ZoneLog.ts"
import { newZoneName } from "./ZoneName.ts"
import type { CreateZone } from "./ZoneRequest.ts"
import { nextSerial, serialOfDay } from "./ZoneSerial.ts"
import { type ZoneContent, ZoneStore } from "./ZoneStore.ts"
import type { ChangeSet, CreatedZone } from "./ZoneView.ts"
import { changeSetOf, makeZoneViews } from "./ZoneViews.ts"

/** Content of a new zone before its first write. */
const nothing: RrsetSource = {
  all: Effect.succeed([]),
  at: () => Effect.succeed([]),
  below: () => Effect.succeed([])
}

/** Creation of zones. */
export const makeZoneCreation = Effect.gen(function*() {
  const store = yield* ZoneStore
  const branding = yield* ZoneBranding
  const signing = yield* ZoneSigning
  const publications = yield* ZonePublications
  const ownership = yield* ZoneOwnership
  const ownershipStore = yield* ZoneOwnershipStore
  const delegations = yield* ChildDelegations
  const ownershipOf = yield* makeNewZoneOwnership
  const transaction = yield* Transaction
  const directory = yield* OrganizationDirectory
  const log = yield* makeObjectLog
  const views = yield* makeZoneViews
  const reservations = yield* makeNameReservations

  /**
   * Delegates a served zone, and warns about a record of the zone above that the delegation hides. Fails with every
   * record that prevents the delegation of the zone, or of zones below it.
   */
  const delegated = Effect.fnUntraced(function*(zone: Zone, needs_review: boolean, written: string) {
    const { dns_zone_id, is_served, name } = zone
    if (!needs_review && !is_served) return { made: zone, warnings: [] }
    const applying = needs_review ? ownership.review : delegations.apply
    const { conflicts, hidden } = yield* applying(name, { is_new: true })
    const [first, ...others] = conflicts.map((conflict) => conflictIssue(conflict, written))
    if (first !== undefined) return yield* new ZoneValidationFailed({ zone_name: name, errors: [first, ...others] })
    const made = needs_review ? Option.getOrElse(yield* store.find(dns_zone_id), () => zone) : zone
    return { made, warnings: hidden === undefined ? [] : [hiddenIssue(hidden, name, written)] }
  })

  const insert = Effect.fnUntraced(function*(
    actor: Actor,
    dns_zone_id: ZoneId,
    name: DnsName,
    { dnssec_status, name: written, vanity_nameserver_set_id }: CreateZone,
    read: ReadRrsetWrite
  ) {
    const { organization_id } = actor
    const { changes, warnings } = yield* decideRrsetWrite(
      { name, rrset_count: 0, record_characters: 0 },
      read,
      nothing,
      yield* reservations.problems(actor, name, written)
    )
    const rrsets = changes.flatMap(({ after }) => after ?? [])
    const now = yield* Instant.now
    yield* OrganizationScope.keep(directory, organization_id)
    yield* ownership.lock(name)
    const { last_serial, members, needs_review } = yield* ownershipOf(actor, name)
    const brand = yield* branding.brandingOf(organization_id, vanity_nameserver_set_id)
    const zone: Zone = {
      dns_zone_id,
      organization_id,
      name,
      serial: last_serial === null ? serialOfDay(now) : nextSerial(last_serial, now),
      ...brand,
      dnssec_status: "disabled",
      dnssec_registry_publish: null,
      rrset_count: rrsets.length,
      record_count: rrsets.reduce((sum, { records }) => sum + records.length, 0),
      record_characters: textGrowth(changes),
      ...members,
      created_on: now,
      updated_on: now
    }
    const change = yield* zoneChange({ before: null, after: zone, rrsets: changes, cause: "create" })
    yield* store.insert(zone, rrsets, change, zone.is_served ? yield* publications.due([zone]) : undefined)
    yield* log.record(zoneCreated(zone, change))
    const challenged = challengedNames(name, changes)
    if (challenged.length > 0) yield* ownershipStore.checkSoon(challenged, now)
    const { made, warnings: hiding } = yield* delegated(zone, needs_review, written)
    if (dnssec_status === "enabled") yield* signing.requireServed(made)
    return { content: { zone: made, rrsets }, change, warnings: [...warnings, ...hiding] }
  })

  /** Signs the zone and returns its view afterwards. */
  const signed = Effect.fnUntraced(function*(made: ZoneContent, change: ZoneChange) {
    const { dns_zone_id } = made.zone
    const dnssec_registry_publish = yield* signing.enable(made.zone)
    const content = Option.getOrElse(yield* store.content(dns_zone_id), () => made)
    const { changes, ...rest } = yield* changeSetOf(content.zone, change)
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
    const read = yield* readRrsetWrite(name, { kind: "replace", rrsets: input.rrsets ?? [] }, [])
    const { change, content: made, warnings } = yield* transaction.joined(
      insert(actor, dns_zone_id, name, input, read)
    )
    const { change_set, content } = input.dnssec_status === "enabled"
      ? yield* signed(made, change)
      : { content: made, change_set: yield* changeSetOf(made.zone, change) }
    const view = yield* views.of(content, [])
    const created: CreatedZone = { ...view, ...change_set, warnings }
    return created
  })
})

const conflictIssue = ({ child, rrset: { name, type } }: DelegationConflict, written: string) =>
  zoneIssue(
    type === "DNAME" ? "dname_children" : "delegation_conflict",
    { loc: ["body", "name"], input: written },
    type === "NS"
      ? `The zone above delegates ${child} to other nameservers`
      : `The zone above cannot delegate ${child} beside its ${type} at ${name}`,
    { rrset_name: name, rrset_type: type }
  )

const hiddenIssue = ({ name, type }: Rrset, child: DnsName, written: string) =>
  zoneIssue(
    "delegation_occluded",
    { loc: ["body", "name"], input: written },
    `${name} ${type} of the zone above is hidden by the delegation of ${child}`,
    { rrset_name: name, rrset_type: type }
  )
