import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { generatedNameservers, newVanitySetId, Zones } from "@namewright/core/dns"
import { CurrentActor, newOrganizationId } from "@namewright/core/shared"
import { DateTime, Effect } from "effect"
import { TestClock } from "effect/testing"
import { rrsetOf } from "../rrsetOf.ts"
import { inNewOrganization, newZone, Recorded, zonesPlatform } from "./ZonesPlatform.ts"

const noon = DateTime.makeUnsafe("2026-11-22T12:00:00Z")

layer(zonesPlatform)("Creating zones", (it) => {
  it.effect("refuses a zone at or below a domain of another organization", () =>
    Effect.gen(function*() {
      const { registrants } = yield* Recorded
      const [registrant, stranger] = [yield* newOrganizationId, yield* newOrganizationId]
      registrants.set("registered-here.co.uk", registrant)
      const { create } = yield* Zones
      const createBy = (organization: typeof stranger, name: string) =>
        Effect.provideService(create({ name }), CurrentActor, administrator(organization))
      for (const name of ["registered-here.co.uk", "_tcp.registered-here.co.uk."]) {
        const refusal = yield* Effect.flip(createBy(stranger, name))
        if (refusal._tag !== "ZoneNameHeld") return assert.fail(refusal._tag)
        assert.match(refusal.challenge.name, /^_namewright-challenge\.(_tcp\.)?registered-here\.co\.uk\.$/)
        const { name: made, ownership } = yield* createBy(registrant, name)
        assert.include(made, "registered-here.co.uk.")
        assert.deepInclude(ownership, { state: "held", is_served: true, missing: [] })
        assert.notStrictEqual(ownership.challenge.value, refusal.challenge.value)
      }
    }))

  it.effect("returns SOA, apex NS and the requested RRsets, with all changes", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon.epochMilliseconds)
      const { create, get } = yield* Zones
      const { organization_id } = yield* CurrentActor
      const created = yield* create({
        name: "My-Shop.co.uk",
        rrsets: [rrsetOf("www", "A", "192.0.2.2", "192.0.2.1"), rrsetOf("@", "MX", "10 mail")]
      })
      const { changes, changeset_id, num_changes, warnings, zone_name, ...zone } = created
      const free = { protected: false, protected_reason: null }
      const ns = { protected: true, protected_reason: "SYSTEM_MANAGED_NS" as const }
      const soa = "ns1.namewright.test. hostmaster.namewright.test. 2026112200 10800 3600 604800 300"
      const name = "my-shop.co.uk."
      assert.deepStrictEqual<unknown>(zone, {
        dns_zone_id: zone.dns_zone_id,
        name,
        domain_parts: { subdomain: null, domain: "my-shop", suffix: "co.uk" },
        serial: 2026112200,
        dnssec_status: "disabled",
        dnssec_registry_publish: null,
        vanity_nameserver_set_id: null,
        rrsets: [
          {
            name: "@",
            fqdn: name,
            type: "SOA",
            ttl: 3600,
            records: [{ rdata: soa, protected: true, protected_reason: "SYSTEM_MANAGED_SOA" }],
            protected: true,
            protected_reason: "SYSTEM_MANAGED_SOA"
          },
          {
            name: "@",
            fqdn: name,
            type: "NS",
            ttl: 3600,
            records: [{ rdata: "ns1.namewright.test.", ...ns }, { rdata: "ns2.namewright.test.", ...ns }],
            ...ns
          },
          { name: "@", fqdn: name, type: "MX", ttl: 300, records: [{ rdata: `10 mail.${name}`, ...free }], ...free },
          {
            name: "www",
            fqdn: `www.${name}`,
            type: "A",
            ttl: 300,
            records: [{ rdata: "192.0.2.2", ...free }, { rdata: "192.0.2.1", ...free }],
            ...free
          }
        ],
        ownership: {
          state: "unproven",
          proof: null,
          challenge: { name: `_namewright-challenge.${name}`, type: "TXT", value: zone.ownership.challenge.value },
          nameservers: generatedNameservers(organization_id, ["ns1.namewright.test", "ns2.namewright.test"]),
          is_served: true,
          displaced_on: null,
          checked_on: null,
          missing: [{ code: "not_checked", detail: "The public DNS was not asked yet; a claim starts the check" }]
        },
        tags: null,
        created_on: noon,
        updated_on: noon
      })
      assert.deepStrictEqual(changes.map(({ action, rrset_type }) => `${action} ${rrset_type}`), [
        "create_zone null",
        "create_record SOA",
        "create_record NS",
        "create_record NS",
        "create_record MX",
        "create_record A",
        "create_record A"
      ])
      assert.deepStrictEqual([num_changes, zone_name], [7, name])
      assert.match(changeset_id ?? "", /^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      assert.deepStrictEqual(warnings.map(({ type }) => type), ["target_missing", "missing_dmarc"])
      assert.deepStrictEqual(yield* get("MY-SHOP.CO.UK", []), zone)
      assert.deepStrictEqual(yield* get(zone.dns_zone_id, []), zone)
      const { publications } = yield* Recorded
      assert.deepStrictEqual(publications.at(-1), {
        dns_zone_id: zone.dns_zone_id,
        name: zone.name,
        serial: 2026112200
      })
    }).pipe(inNewOrganization))

  it.effect("serves no second zone of a name, and none in the zone of another organization", () =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const { publications } = yield* Recorded
      const { name } = yield* newZone()
      for (const taken of [name, `shop.${name}`, `a.b.${name}`]) {
        const { dns_zone_id, ownership } = yield* inNewOrganization(create({ name: taken }))
        assert.deepInclude(ownership, { state: "unproven", is_served: false })
        assert.deepStrictEqual(ownership.missing.map(({ code }) => code), ["not_checked", "served_for_another"])
        assert.isFalse(publications.some((publication) => publication.dns_zone_id === dns_zone_id))
      }
      for (const own of [name, name.toUpperCase()]) {
        assert.strictEqual((yield* Effect.flip(create({ name: own })))._tag, "ZoneAlreadyExists")
      }
      assert.strictEqual((yield* create({ name: `shop.${name}` })).name, `shop.${name}`)
    }).pipe(inNewOrganization))

  it.effect("permits a parent to create a zone within one of its suborganization", () =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const { organization_id: parent } = yield* CurrentActor
      const { suborganizations } = yield* Recorded
      const suborganization = yield* newOrganizationId
      suborganizations.set(suborganization, parent)
      const actor = { ...administrator(suborganization), parent_organization_id: parent }
      const { name } = yield* Effect.provideService(newZone(), CurrentActor, actor)
      assert.strictEqual((yield* create({ name: `shop.${name}` })).name, `shop.${name}`)
    }).pipe(inNewOrganization))

  it.effect.each([
    ["com", "public_suffix", "com."],
    ["co.uk.", "public_suffix", "co.uk."],
    ["GitHub.io", "private_suffix", "github.io."],
    ["shop.invalid", "special_use", "invalid."],
    ["namewright.test", "operator", "namewright.test."],
    ["customers.namewright.test", "operator", "namewright.test."]
  ])("makes no zone %s, which is reserved", ([name = "", reason, reserved]) =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const refusal = yield* Effect.flip(create({ name, rrsets: [rrsetOf("www", "A", "192.0.2.300")] }))
      if (refusal._tag !== "ZoneValidationFailed") return assert.fail(refusal._tag)
      assert.deepStrictEqual(
        refusal.errors.map(({ ctx, input, loc, type }) => [loc, type, ctx?.["reason"], ctx?.["reserved"], input]),
        [
          [["body", "rrsets", 0], "invalid_rdata", "ipv4", undefined, rrsetOf("www", "A", "192.0.2.300")],
          [["body", "name"], "reserved_name", reason, reserved, name]
        ]
      )
      assert.strictEqual((yield* Effect.flip(Zones.use(({ get }) => get(name, []))))._tag, "ZoneNotFound")
    }).pipe(inNewOrganization))

  it.effect("creates zones of the operator's names, and of private suffixes, for the registrant of their domain here", () =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const { organization_id } = yield* CurrentActor
      const { registrants } = yield* Recorded
      registrants.set("namewright.test", organization_id)
      registrants.set("uk.com", organization_id)
      for (const name of ["namewright.test.", "customers.namewright.test.", "uk.com."]) {
        assert.strictEqual((yield* create({ name })).name, name)
      }
    }).pipe(inNewOrganization))

  it.effect.each([
    "",
    ".",
    "@",
    "a..example",
    "ex ample.com",
    "ümlaut.example",
    "a\\.b.example",
    "*.example.com",
    `${"a".repeat(64)}.example`,
    "xn--a.example"
  ])("refuses %j as a name", (name) =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const refusal = yield* Effect.flip(create({ name }))
      if (refusal._tag !== "InvalidInput") return assert.fail(refusal._tag)
      assert.deepStrictEqual(refusal.issues.map(({ loc, type }) => [loc, type]), [[["body", "name"], "invalid_name"]])
    }).pipe(inNewOrganization))

  it.effect("names every problem of its RRsets and stores nothing", () =>
    Effect.gen(function*() {
      const { create, list } = yield* Zones
      const rrsets = [rrsetOf("www", "A", "1.2.3"), rrsetOf("www", "CNAME", "@"), rrsetOf("b", "A", "192.0.2.1"), {
        ...rrsetOf("c", "A", "192.0.2.1"),
        ttl: 1
      }]
      const refusal = yield* Effect.flip(create({ name: "problems.example", rrsets }))
      if (refusal._tag !== "ZoneValidationFailed") return assert.fail(refusal._tag)
      assert.deepStrictEqual(refusal.errors.map(({ loc, type }) => `${loc.join(".")} ${type}`), [
        "body.rrsets.0 invalid_rdata",
        "body.rrsets.1 cname_conflict",
        "body.rrsets.3 invalid_ttl"
      ])
      const protectedOne = yield* Effect.flip(
        create({ name: "problems.example", rrsets: [rrsetOf("@", "NS", "ns.x.de.")] })
      )
      assert.strictEqual(protectedOne._tag, "RrsetProtected")
      const shown = yield* list({}, { by: "name", order: "asc" }, { page: 1, page_size: 10 }, [])
      assert.strictEqual(shown.total, 0)
    }).pipe(inNewOrganization))

  it.effect("signs the zone on request, and returns the state of its DS", () =>
    Effect.gen(function*() {
      const created = yield* newZone({ dnssec_status: "enabled" })
      const { signed } = yield* Recorded
      assert.strictEqual(signed.at(-1), created.name)
      assert.strictEqual(created.dnssec_registry_publish, "skipped")
      assert.strictEqual(created.changes.at(-1)?.action, "enable_dnssec")
      assert.strictEqual(created.num_changes, created.changes.length)
    }).pipe(inNewOrganization))

  it.effect("continues the serials of a zone with the name that was removed on the same day", () =>
    Effect.gen(function*() {
      yield* TestClock.setTime(noon.epochMilliseconds)
      const { create, patchRrsets, remove } = yield* Zones
      const { name } = yield* newZone()
      yield* patchRrsets(name, { ops: [{ op: "upsert", rrset: rrsetOf("a", "A", "192.0.2.1") }] })
      yield* remove(name)
      assert.strictEqual((yield* create({ name })).serial, 2026112202)
      yield* remove(name)
      yield* TestClock.adjust("1 day")
      assert.strictEqual((yield* create({ name })).serial, 2026112300)
    }).pipe(inNewOrganization))

  it.effect("is refused without the right, and with a missing set", () =>
    Effect.gen(function*() {
      const { create } = yield* Zones
      const actor = yield* CurrentActor
      const reader = { ...actor, permissions: new Set(["dns:read"] as const) }
      const denied = yield* Effect.flip(
        Effect.provideService(create({ name: "denied.example" }), CurrentActor, reader)
      )
      assert.strictEqual(denied._tag, "PermissionDenied")
      const set = yield* Effect.flip(newZone({ vanity_nameserver_set_id: yield* newVanitySetId }))
      assert.strictEqual(set._tag, "VanitySetNotFound")
    }).pipe(inNewOrganization))
})
