import { assert, layer } from "@effect/vitest"
import { administrator } from "@namewright/conformance"
import { type ChangeStep, type ZoneDetails, Zones, ZoneValidationFailed } from "@namewright/core/dns"
import { CurrentActor, newOrganizationId } from "@namewright/core/shared"
import { Effect, Exit, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { rrsetOf } from "../rrsetOf.ts"
import { inNewOrganization, newZone, Recorded, zonesPlatform } from "./ZonesPlatform.ts"

const firstPage = { page: 1, page_size: 10 }

/** Short form of the RRsets that the user has written. */
const written = ({ rrsets }: Pick<ZoneDetails, "rrsets">) =>
  rrsets.filter((found) => !found.protected).map(({ name, records, ttl, type }) =>
    `${name} ${ttl} ${type} ${records.map(({ rdata }) => rdata).join(" ")}`
  )

const said = ({ action, record_data, rrset_name, rrset_type, ttl }: ChangeStep) =>
  [action, rrset_name, ttl, rrset_type, record_data].filter((part) => part !== null).join(" ")

/** Outcome of a call, in a word. */
const outcomeOf = <A, E extends { readonly _tag: string }, R>(call: Effect.Effect<A, E, R>) =>
  Effect.match(call, { onSuccess: () => "done", onFailure: ({ _tag }) => _tag })

/** Rules that a refused write breaks. */
const rulesBroken = <A, E, R>(write: Effect.Effect<A, E, R>) =>
  Effect.match(write, {
    onSuccess: () => [],
    onFailure: (problem) => problem instanceof ZoneValidationFailed ? problem.errors.map(({ type }) => type) : []
  })

const upsert = (...of: Parameters<typeof rrsetOf>) => ({ op: "upsert" as const, rrset: rrsetOf(...of) })
const record = (op: "upsert" | "remove", name: string, rdata: string) => ({
  op,
  record: { name, type: "TXT" as const, ttl: 60, rdata }
})

layer(zonesPlatform)("Writing to zones", (it) => {
  it.effect("patches RRsets under one new serial, and returns it with the added and removed records", () =>
    Effect.gen(function*() {
      const { get, patchRrsets } = yield* Zones
      const { publications } = yield* Recorded
      const zone = yield* newZone({
        rrsets: [rrsetOf("www", "A", "192.0.2.1", "192.0.2.2"), rrsetOf("old", "A", "192.0.2.9")]
      })
      const { change_set, serial } = yield* patchRrsets(zone.name, {
        ops: [
          upsert("www", "A", "192.0.2.1", "192.0.2.3"),
          upsert("@", "TXT", "\"new\""),
          { op: "remove", rrset: { name: "old", type: "A" } },
          { op: "remove", rrset: { name: "absent", type: "A" } }
        ]
      })
      assert.strictEqual(serial, zone.serial + 1)
      const soa = (number: number) =>
        `${zone.name} 3600 SOA ns1.namewright.test. hostmaster.namewright.test. ${number} 10800 3600 604800 300`
      assert.deepStrictEqual(change_set.changes.map(said), [
        `delete_record ${soa(zone.serial)}`,
        `create_record ${soa(serial)}`,
        `create_record ${zone.name} 300 TXT "new"`,
        `delete_record old.${zone.name} 300 A 192.0.2.9`,
        `delete_record www.${zone.name} 300 A 192.0.2.2`,
        `create_record www.${zone.name} 300 A 192.0.2.3`
      ])
      assert.strictEqual(change_set.num_changes, 6)
      const after = yield* get(zone.name, [])
      assert.deepStrictEqual(written(after), [`@ 300 TXT "new"`, "www 300 A 192.0.2.1 192.0.2.3"])
      assert.strictEqual(after.serial, serial)
      assert.deepStrictEqual(publications.at(-1), { dns_zone_id: zone.dns_zone_id, name: zone.name, serial })
    }).pipe(inNewOrganization))

  it.effect("patches single records and leaves their siblings", () =>
    Effect.gen(function*() {
      const { get, patchRecords } = yield* Zones
      const { name } = yield* newZone({ rrsets: [rrsetOf("_acme-challenge", "TXT", "\"a\"", "\"b\"")] })
      yield* patchRecords(name, {
        ops: [record("upsert", "_acme-challenge", "c"), record("remove", "_acme-challenge", "a")]
      })
      assert.deepStrictEqual(written(yield* get(name, [])), [`_acme-challenge 60 TXT "b" "c"`])
      yield* patchRecords(name, {
        ops: [record("remove", "_acme-challenge", "b"), record("remove", "_acme-challenge", "c")]
      })
      assert.deepStrictEqual(written(yield* get(name, [])), [])
    }).pipe(inNewOrganization))

  it.effect(
    "refuses more text than a zone can have, with every kind of write, and accepts less",
    () =>
      Effect.gen(function*() {
        const { create, get, importMasterFile, patchRrsets, replaceRrsets } = yield* Zones
        // 254,749 characters in the stored form, which escapes both octets of each letter.
        const text = Array.from({ length: 250 }, () => `"${"ü".repeat(127)}"`).join(" ")
        const large = Array.from({ length: 32 }, (_, index) => rrsetOf(`t${index}`, "TXT", text))
        const { name } = yield* newZone({ rrsets: large })
        const further = [...large, rrsetOf("more", "TXT", text)]
        const file = further.map((rrset) => `${rrset.name} 300 TXT ${rrset.records[0]?.rdata ?? ""}`).join("\n")
        const refusals = [
          yield* rulesBroken(patchRrsets(name, { ops: [upsert("more", "TXT", text)] })),
          yield* rulesBroken(replaceRrsets(name, { rrsets: further })),
          yield* rulesBroken(importMasterFile(name, file)),
          yield* rulesBroken(create({ name: `new.${name}`, rrsets: further }))
        ]
        assert.deepStrictEqual(refusals, Array.from(refusals, () => ["zone_too_large"]))
        // A write may remove as much as it adds.
        yield* patchRrsets(name, {
          ops: [{ op: "remove", rrset: { name: "t0", type: "TXT" } }, upsert("more", "TXT", text)]
        })
        assert.lengthOf(written(yield* get(name, [])), 32)
      }).pipe(inNewOrganization),
    60_000
  )

  it.effect("replaces what the user has written, and nothing of the platform's", () =>
    Effect.gen(function*() {
      const { get, replaceRrsets } = yield* Zones
      const zone = yield* newZone({ rrsets: [rrsetOf("a", "A", "192.0.2.1"), rrsetOf("b", "A", "192.0.2.1")] })
      const { change_set } = yield* replaceRrsets(zone.name, {
        rrsets: [rrsetOf("b", "A", "192.0.2.1"), rrsetOf("c", "A", "192.0.2.1")]
      })
      assert.strictEqual(change_set.num_changes, 4)
      const after = yield* get(zone.name, [])
      assert.deepStrictEqual(written(after), ["b 300 A 192.0.2.1", "c 300 A 192.0.2.1"])
      assert.deepStrictEqual(after.rrsets.slice(0, 2).map(({ type }) => type), ["SOA", "NS"])
    }).pipe(inNewOrganization))

  it.effect("keeps the serial in a write that changes nothing", () =>
    Effect.gen(function*() {
      const { get, patchRrsets, replaceRrsets, versions } = yield* Zones
      const { publications } = yield* Recorded
      const rrsets = [rrsetOf("a", "A", "192.0.2.1")]
      const zone = yield* newZone({ rrsets })
      const before = publications.length
      const answers = [
        yield* replaceRrsets(zone.name, { rrsets }),
        yield* patchRrsets(zone.name, { ops: [upsert("a", "A", "192.0.2.1")] }),
        yield* patchRrsets(zone.name, { ops: [] })
      ]
      for (const { change_set, serial } of answers) {
        assert.strictEqual(serial, zone.serial)
        assert.deepStrictEqual(change_set, {
          changes: [],
          changeset_id: null,
          num_changes: 0,
          zone_name: zone.name,
          dnssec_registry_publish: null
        })
      }
      assert.strictEqual((yield* get(zone.name, [])).serial, zone.serial)
      assert.strictEqual((yield* versions(zone.name, firstPage)).total, 1)
      assert.strictEqual(publications.length, before)
    }).pipe(inNewOrganization))

  it.effect("gives serials that only grow, though the clock goes backwards", () =>
    Effect.gen(function*() {
      const { patchRecords } = yield* Zones
      yield* TestClock.setTime(Date.UTC(2026, 10, 22))
      const { name, serial } = yield* newZone()
      const days = [22, 25, 20, 25, 23, 26]
      const serials = yield* Effect.forEach(days, (day, index) =>
        Effect.andThen(
          TestClock.setTime(Date.UTC(2026, 10, day)),
          Effect.map(patchRecords(name, { ops: [record("upsert", "t", `${index}`)] }), (write) => write.serial)
        ))
      assert.deepStrictEqual([serial, ...serials], [
        2026112200,
        2026112201,
        2026112500,
        2026112501,
        2026112502,
        2026112503,
        2026112600
      ])
    }).pipe(inNewOrganization))

  it.effect("refuses as a whole, and leaves the zone as it was", () =>
    Effect.gen(function*() {
      const { get, patchRecords, patchRrsets } = yield* Zones
      const zone = yield* newZone({ rrsets: [rrsetOf("www", "A", "192.0.2.1")] })
      const before = yield* get(zone.name, [])
      const conflict = yield* Effect.flip(patchRrsets(zone.name, {
        ops: [
          upsert("new", "A", "192.0.2.1"),
          upsert("www", "CNAME", "other.example."),
          upsert("out.example.org.", "A", "1")
        ]
      }))
      if (conflict._tag !== "ZoneValidationFailed") return assert.fail(conflict._tag)
      assert.deepStrictEqual(conflict.errors.map(({ loc, type }) => `${loc.join(".")} ${type}`), [
        "body.ops.1.rrset cname_conflict",
        "body.ops.2.rrset invalid_rdata",
        "body.ops.2.rrset name_out_of_zone"
      ])
      const guarded = yield* Effect.flip(patchRecords(zone.name, {
        ops: [{ op: "remove", record: { name: "@", type: "NS", rdata: "ns1.namewright.test." } }]
      }))
      if (guarded._tag !== "RrsetProtected") return assert.fail(guarded._tag)
      assert.strictEqual(guarded.protected_reason, "SYSTEM_MANAGED_NS")
      assert.deepStrictEqual(yield* get(zone.name, []), before)
    }).pipe(inNewOrganization))

  it.effect("leaves a zone unchanged when a write fails at its last step", () =>
    Effect.gen(function*() {
      const { get, patchRrsets, remove, versions } = yield* Zones
      const { unannounced } = yield* Recorded
      const zone = yield* newZone({ rrsets: [rrsetOf("www", "A", "192.0.2.1")] })
      const before = yield* get(zone.name, [])
      unannounced.add(zone.name)
      const broken = yield* Effect.exit(patchRrsets(zone.name, {
        ops: [upsert("new", "A", "192.0.2.1"), { op: "remove", rrset: { name: "www", type: "A" } }]
      }))
      assert.isTrue(Exit.hasDies(broken))
      assert.isTrue(Exit.hasDies(yield* Effect.exit(remove(zone.name))))
      assert.deepStrictEqual(yield* get(zone.name, []), before)
      assert.strictEqual((yield* versions(zone.name, firstPage)).total, 1)
      unannounced.delete(zone.name)
      assert.strictEqual(
        (yield* patchRrsets(zone.name, { ops: [upsert("new", "A", "192.0.2.1")] })).serial,
        zone.serial + 1
      )
    }).pipe(inNewOrganization))

  it.effect("refuses any write that expects another serial", () =>
    Effect.gen(function*() {
      const { get, patchRecords, patchRrsets, remove, replaceRrsets, restore } = yield* Zones
      const { name, serial } = yield* newZone()
      const patched = yield* patchRrsets(name, { ops: [upsert("a", "A", "192.0.2.1")] }, serial)
      const outcomes = yield* Effect.all([
        outcomeOf(patchRrsets(name, { ops: [] }, serial)),
        outcomeOf(patchRecords(name, { ops: [record("upsert", "b", "b")] }, serial)),
        outcomeOf(replaceRrsets(name, { rrsets: [] }, serial)),
        outcomeOf(restore(name, serial, serial)),
        outcomeOf(remove(name, serial))
      ])
      assert.deepStrictEqual(new Set(outcomes), new Set(["ZoneChanged"]))
      const refusal = yield* Effect.flip(patchRrsets(name, { ops: [] }, serial))
      if (refusal._tag !== "ZoneChanged") return assert.fail(refusal._tag)
      assert.deepStrictEqual([refusal.zone_name, refusal.serial], [name, patched.serial])
      assert.deepStrictEqual(written(yield* get(name, [])), ["a 300 A 192.0.2.1"])
      yield* remove(name, patched.serial)
    }).pipe(inNewOrganization))

  it.effect("restores any earlier version under a new serial", () =>
    Effect.gen(function*() {
      const { get, patchRrsets, replaceRrsets, restore, version, versions } = yield* Zones
      const zone = yield* newZone({
        rrsets: [rrsetOf("a", "A", "192.0.2.1"), rrsetOf("t", "TXT", "\"x;y \\\" \\200\"")]
      })
      const first = written(yield* get(zone.name, []))
      const second = yield* patchRrsets(zone.name, { ops: [upsert("a", "A", "192.0.2.2"), upsert("b", "MX", "0 .")] })
      const third = yield* replaceRrsets(zone.name, { rrsets: [rrsetOf("c", "A", "192.0.2.3")] })
      const restored = yield* restore(zone.name, zone.serial)
      assert.deepStrictEqual(written(yield* get(zone.name, [])), first)
      assert.strictEqual(restored.serial, third.serial + 1)
      yield* restore(zone.name, second.serial)
      assert.lengthOf(written(yield* get(zone.name, [])), 3)

      const history = yield* versions(zone.name, firstPage)
      assert.deepStrictEqual(history.items.map(({ cause }) => cause), [
        "restore",
        "restore",
        "replace_rrsets",
        "patch_rrsets",
        "create"
      ])
      const { principal } = yield* CurrentActor
      assert.isTrue(history.items.every(({ changed_by }) => principal.type !== "system" && changed_by === principal.id))
      const patch = yield* version(zone.name, second.serial)
      assert.deepStrictEqual(patch.changes, second.change_set.changes)
      assert.deepStrictEqual([patch.zone_name, patch.num_changes], [zone.name, second.change_set.num_changes])
      assert.strictEqual(yield* outcomeOf(version(zone.name, 1)), "ZoneVersionNotFound")
      assert.strictEqual(yield* outcomeOf(restore(zone.name, zone.serial + 9)), "ZoneVersionNotFound")
    }).pipe(inNewOrganization))

  it.effect("prints a zone as a master file, and reads it again into another one", () =>
    Effect.gen(function*() {
      const { exportMasterFile, get, importMasterFile, replaceRrsets } = yield* Zones
      const zone = yield* newZone({ rrsets: [rrsetOf("a", "A", "192.0.2.1"), rrsetOf("t", "TXT", "\"x;y\"")] })
      const file = yield* exportMasterFile(zone.name)
      assert.deepStrictEqual([file.name, file.serial], [zone.name, zone.serial])
      assert.include(file.text, `a.${zone.name}\t300\tIN\tA\t192.0.2.1`)
      const before = written(yield* get(zone.name, []))
      yield* replaceRrsets(zone.name, { rrsets: [rrsetOf("other", "A", "192.0.2.9")] })
      const read = yield* importMasterFile(zone.name, file.text)
      assert.deepStrictEqual(written(yield* get(zone.name, [])), before)
      assert.deepStrictEqual(read.left_out.map(({ type }) => type), ["SOA", "NS", "NS"])
      assert.strictEqual((yield* importMasterFile(zone.name, file.text)).change_set.num_changes, 0)
      const refusal = yield* Effect.flip(importMasterFile(zone.name, "a 300 IN A 1.2.3\nb 300 IN A 1.2"))
      if (refusal._tag !== "ZoneValidationFailed") return assert.fail(refusal._tag)
      assert.lengthOf(refusal.errors, 2)
    }).pipe(inNewOrganization))

  // A file was once read in the transaction, so that on SQLite every other statement waited for its end.
  it.effect("reads a file before the zone is locked, so that other requests are answered meanwhile", () =>
    Effect.gen(function*() {
      const { get, importMasterFile } = yield* Zones
      const { name } = yield* newZone()
      const text = `$TTL 60\n${"a A 192.0.2.1\n".repeat(20_000)}`
      for (const dry_run of [true, false]) {
        let answered = 0
        const importing = yield* Effect.forkChild(importMasterFile(name, text, { dry_run }))
        const reading = yield* Effect.forkChild(
          Effect.forever(Effect.tap(get(name, []), () => Effect.sync(() => answered++)))
        )
        yield* Fiber.join(importing)
        yield* Fiber.interrupt(reading)
        assert.isAbove(answered, 5)
      }
    }).pipe(inNewOrganization))

  it.effect("reports missing zones: of others, of invalid names, and after a removal", () =>
    Effect.gen(function*() {
      const { get, patchRrsets, remove, versions } = yield* Zones
      const { publications } = yield* Recorded
      const { dns_zone_id, name } = yield* newZone()
      const outcomes = (reference: string) =>
        Effect.all([
          outcomeOf(get(reference, [])),
          outcomeOf(patchRrsets(reference, { ops: [upsert("a", "A", "192.0.2.1")] })),
          outcomeOf(remove(reference)),
          outcomeOf(versions(reference, firstPage))
        ])
      const notFound = Array.from({ length: 4 }, () => "ZoneNotFound")
      for (const foreign of [name, dns_zone_id]) {
        assert.deepStrictEqual(yield* inNewOrganization(outcomes(foreign)), notFound)
      }
      for (const odd of ["no-such.example", "a..b", "", " ", "\\", "ü", "zone_00000000000000000000000000"]) {
        assert.deepStrictEqual(yield* outcomes(odd), notFound, odd)
      }
      yield* remove(dns_zone_id)
      assert.deepStrictEqual(publications.at(-1), { dns_zone_id, name, serial: null })
      assert.deepStrictEqual(yield* outcomes(name), notFound)
    }).pipe(inNewOrganization))

  it.effect("lets parents see and change the zones of their suborganizations", () =>
    Effect.gen(function*() {
      const { get, list, patchRrsets, summary } = yield* Zones
      const { organization_id: parent } = yield* CurrentActor
      const { suborganizations } = yield* Recorded
      const suborganization = yield* newOrganizationId
      suborganizations.set(suborganization, parent)
      const actor = { ...administrator(suborganization), parent_organization_id: parent }
      const { name } = yield* Effect.provideService(newZone(), CurrentActor, actor)
      yield* patchRrsets(name, { ops: [upsert("a", "A", "192.0.2.1")] })
      assert.lengthOf(written(yield* get(name, [])), 1)
      const byName = { by: "name", order: "asc" } as const
      assert.strictEqual((yield* list({}, byName, firstPage, [])).total, 0)
      assert.deepStrictEqual((yield* list({}, byName, firstPage, [], suborganization)).items.map((zone) => zone.name), [
        name
      ])
      const stranger = yield* newOrganizationId
      assert.strictEqual((yield* Effect.flip(list({}, byName, firstPage, [], stranger)))._tag, "UnknownOrganization")
      assert.strictEqual((yield* summary).total_zones, 0)
    }).pipe(inNewOrganization))

  it.effect("keeps a zone with the names of a vanity set, and withdraws the DS of others first", () =>
    Effect.gen(function*() {
      const { get, remove } = yield* Zones
      const recorded = yield* Recorded
      const { dns_zone_id, name } = yield* newZone()
      recorded.inUse.add(dns_zone_id)
      assert.strictEqual((yield* Effect.flip(remove(name)))._tag, "ZoneInUse")
      assert.notInclude(recorded.withdrawn, name)
      assert.strictEqual((yield* get(name, [])).name, name)
      recorded.inUse.delete(dns_zone_id)
      yield* remove(name)
      assert.include(recorded.withdrawn, name)
    }).pipe(inNewOrganization))
})
