import { assert, layer } from "@effect/vitest"
import { DnsName, Zones, ZoneStore } from "@namewright/core/dns"
import { DomainZones } from "@namewright/core/domains"
import { EventStore } from "@namewright/core/events"
import { newDomainId } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { zoneWith } from "../dns/zoneOf.ts"
import {
  type Customer,
  customer,
  eventsOf,
  onSqlite,
  register,
  round,
  suborganization,
  transferIn
} from "./DomainsPlatform.ts"

const zoneOf = (name: string) =>
  Effect.flatMap(ZoneStore, (store) => store.find({ served: DnsName.DnsName.make(`${name}.`) }))

const failuresOf = Effect.fnUntraced(function*({ organization_id }: Customer) {
  const events = yield* EventStore
  const { items } = yield* events.list(
    organization_id,
    { type: "MODIFICATION", subtype: "FAILURE" },
    { by: "created_on", order: "asc" },
    { page: 1, page_size: 100 }
  )
  return items.map(({ event_data }) => [event_data.message, event_data.error?.code])
})

layer(onSqlite)("Domains with a requested zone", (it) => {
  it.effect("have a zone with the platform's nameservers after the registration, and keep their own nameservers", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const domain = yield* register(owner, "with-zone.com", { create_zone: true })
      yield* round
      const zone = Option.getOrThrow(yield* zoneOf("with-zone.com"))
      assert.strictEqual(zone.organization_id, owner.organization_id)
      assert.deepStrictEqual<ReadonlyArray<string>>(zone.nameservers, ["ns1.namewright.test.", "ns2.namewright.test."])
      assert.deepStrictEqual(domain.nameservers, [])
      assert.isTrue(Option.isNone(yield* zoneOf("without-zone.com")))
      yield* register(owner, "without-zone.com")
      yield* round
      assert.isTrue(Option.isNone(yield* zoneOf("without-zone.com")))
    }))

  it.effect("have a zone after the registry's approval, and none after its refusal", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* register(owner, "pending-zone.com", { create_zone: true })
      yield* register(owner, "pending-refused-zone.com", { create_zone: true })
      yield* round
      assert.isTrue(Option.isNone(yield* zoneOf("pending-zone.com")))
      yield* TestClock.adjust("10 minutes")
      yield* round
      yield* round
      assert.isTrue(Option.isSome(yield* zoneOf("pending-zone.com")))
      assert.isTrue(Option.isNone(yield* zoneOf("pending-refused-zone.com")))
    }))

  it.effect("have a zone after an inbound transfer", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      yield* transferIn(owner, "moved-zone.swift", { create_zone: true })
      yield* round
      assert.isTrue(Option.isSome(yield* zoneOf("moved-zone.swift")))
    }))

  it.effect("keep an existing zone of their organization", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const made = yield* zoneWith(owner, "had-zone.com")
      yield* register(owner, "had-zone.com", { create_zone: true })
      yield* round
      assert.strictEqual(Option.getOrThrow(yield* zoneOf("had-zone.com")).serial, made.serial)
      assert.deepStrictEqual(yield* failuresOf(owner), [])
    }))

  it.effect("have a zone although another organization had a zone of the name", () =>
    Effect.gen(function*() {
      const [owner, stranger] = [yield* customer(), yield* customer()]
      yield* zoneWith(stranger, "foreign-zone.com")
      yield* register(owner, "foreign-zone.com", { create_zone: true })
      yield* round
      yield* round
      assert.deepStrictEqual(yield* failuresOf(owner), [])
      const zone = Option.getOrThrow(yield* zoneOf("foreign-zone.com"))
      assert.deepStrictEqual([zone.organization_id, zone.ownership], [owner.organization_id, "held"])
    }))

  it.effect("report that the parent of their organization has the zone", () =>
    Effect.gen(function*() {
      const parent = yield* customer()
      const owner = yield* suborganization(parent)
      yield* zoneWith(parent, "foreign-zone-2.com")
      yield* register(owner, "foreign-zone-2.com", { create_zone: true })
      yield* round
      yield* round
      assert.deepStrictEqual(yield* failuresOf(owner), [[
        "No zone could be made for foreign-zone-2.com",
        "ERROR_ZONE_ALREADY_EXISTS"
      ]])
      assert.include(yield* eventsOf(owner), "REGISTRATION/SUCCESS")
    }))

  it.effect("have no zone if they are removed before it is created", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const zones = yield* DomainZones
      const domain = yield* register(owner, "kept-zone.com")
      yield* zones.request({ ...domain, domain_id: yield* newDomainId })
      yield* round
      assert.isTrue(Option.isNone(yield* zoneOf("kept-zone.com")))
      yield* zones.request(domain)
      yield* zones.request(domain)
      yield* round
      assert.isTrue(Option.isSome(yield* zoneOf("kept-zone.com")))
    }))

  it.effect("can be registered by a job, which ends before the zone exists", () =>
    Effect.gen(function*() {
      const owner = yield* customer()
      const zones = yield* Zones
      yield* register(owner, "later-zone.com", {
        create_zone: true,
        nameservers: ["ns1.example.net", "ns2.example.net"]
      })
      yield* round
      const { rrsets } = yield* owner.act(zones.get("later-zone.com", []))
      assert.deepStrictEqual(rrsets.map(({ type }) => type), ["SOA", "NS"])
    }))
})
