import {
  DnsName,
  newZoneId,
  type Rrset,
  type RrsetChange,
  type Zone,
  type ZoneApex,
  type ZoneChange,
  ZoneStore
} from "@namewright/core/dns"
import { Instant, type OrganizationId } from "@namewright/core/shared"
import { Effect, Result } from "effect"

/** Parses a valid name. */
export const named = (text: string): DnsName.DnsName => DnsName.lowerCase(Result.getOrThrow(DnsName.parse(text)))

/** An unprotected RRset. */
export const rrset = (name: string, type: Rrset["type"], ...records: ReadonlyArray<string>): Rrset => ({
  name: named(name),
  type,
  ttl: 300,
  records,
  protected_reason: null
})

/** A zone as the service creates it, with other members as given. */
export const newZone = Effect.fnUntraced(function*(organization_id: OrganizationId, rest: Partial<Zone> = {}) {
  const dns_zone_id = yield* newZoneId
  const now = yield* Instant.now
  const zone: Zone = {
    dns_zone_id,
    organization_id,
    name: named(`${dns_zone_id.replace("zone_", "")}.example.`),
    serial: 2026112200,
    nameservers: [named("ns1.host.test."), named("ns2.host.test.")],
    rname: named("hostmaster.host.test."),
    dnssec_status: "disabled",
    dnssec_registry_publish: null,
    vanity_nameserver_set_id: null,
    rrset_count: 0,
    record_count: 0,
    record_characters: 0,
    ownership: "unproven",
    proof: null,
    was_held: false,
    is_served: true,
    displaced_on: null,
    checked_on: null,
    check_due_on: null,
    failed_checks: 0,
    missing: [],
    created_on: now,
    updated_on: now,
    ...rest
  }
  return zone
})

const apexOf = ({ dnssec_status, nameservers, rname, serial }: Zone): ZoneApex => ({
  serial,
  nameservers,
  rname,
  dnssec_status
})

/** Change between two states of a zone; `before` is null for the first one. */
export const changeOf = (before: Zone | null, after: Zone, rrsets: ReadonlyArray<RrsetChange>): ZoneChange => ({
  changeset_id: `00000000-0000-4000-8000-${String(after.serial).padStart(12, "0")}`,
  dns_zone_id: after.dns_zone_id,
  serial: after.serial,
  cause: before === null ? "create" : "patch_rrsets",
  changed_by: before === null ? null : "api_key_00000000000000000000000000",
  changed_on: after.updated_on,
  num_changes: rrsets.length + 2,
  before: before === null ? null : apexOf(before),
  after: apexOf(after),
  rrsets
})

/** Stores a zone with RRsets. */
export const insertedZone = Effect.fnUntraced(function*(zone: Zone, rrsets: ReadonlyArray<Rrset> = []) {
  const changes = rrsets.map((after) => ({ name: after.name, type: after.type, before: null, after }))
  yield* Effect.orDie(ZoneStore.use((store) => store.insert(zone, rrsets, changeOf(null, zone, changes))))
  return zone
})
