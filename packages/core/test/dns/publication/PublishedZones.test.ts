import { assert, describe, it } from "@effect/vitest"
import {
  type DnsName,
  PublishedZones,
  type Rrset,
  type RrsetChange,
  type Zone,
  ZoneChanges,
  type ZoneEdit
} from "@namewright/core/dns"
import { Timetable } from "@namewright/core/shared"
import { Effect, Option } from "effect"
import { TestClock } from "effect/testing"
import { nameOf } from "../ExampleZone.ts"
import { createdZone, Outside, publicationPlatform, touched } from "./PublicationPlatform.ts"

const rrset = (name: string, type: Rrset["type"], ...records: ReadonlyArray<string>): Rrset => ({
  name: nameOf(name),
  type,
  ttl: 300,
  records,
  protected_reason: null
})

/** Short form of the content that a nameserver serves, without the apex. */
const published = Effect.fnUntraced(function*({ name }: Zone) {
  const zones = yield* PublishedZones
  const zone = Option.getOrThrow(yield* zones.get(name))
  return zone.rrsets.slice(2).map(({ name: owner, records, ttl, type }) =>
    `${owner.replace(name, "")} ${ttl} ${type} ${records.join(" ")}`
  )
})

const put = (zone: Zone, after: Rrset, before: Rrset | null = null): RrsetChange => {
  const name = nameOf(`${after.name === "." ? "" : after.name}${zone.name}`)
  return {
    name,
    type: after.type,
    before: before && { ...before, name },
    after: after.records.length === 0 ? null : { ...after, name }
  }
}

const change = (zone: Zone, edit: ZoneEdit) =>
  ZoneChanges.use((changes) =>
    Effect.orDie(changes.change(zone.dns_zone_id, "patch_rrsets", () => Effect.succeed(edit)))
  )

const serialOf = ({ name }: Zone) =>
  PublishedZones.use((zones) => Effect.map(zones.get(name), (zone) => Option.getOrThrow(zone).serial))

describe("PublishedZones", () => {
  it.effect("has SOA and NS before stored records, and nothing for a missing zone", () =>
    Effect.gen(function*() {
      const zones = yield* PublishedZones
      const zone = yield* createdZone([rrset("www.", "A", "192.0.2.1", "192.0.2.2")])
      const { rrsets, signing } = Option.getOrThrow(yield* zones.get(zone.name))
      assert.deepStrictEqual(rrsets, [
        {
          name: zone.name,
          type: "SOA",
          ttl: 3600,
          records: [`ns1.host.test. hostmaster.host.test. ${zone.serial} 10800 3600 604800 300`]
        },
        { name: zone.name, type: "NS", ttl: 3600, records: ["ns1.host.test.", "ns2.host.test."] },
        { name: nameOf(`www.${zone.name}`), type: "A", ttl: 300, records: ["192.0.2.1", "192.0.2.2"] }
      ])
      assert.isNull(signing)
      assert.isTrue(Option.isNone(yield* zones.get(nameOf("nowhere.example."))))
      const { dns_zone_id, name, serial } = zone
      assert.deepStrictEqual(yield* zones.page(null, 10), [{ dns_zone_id, name, serial }])
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("returns the changes from a serial to the current one", () =>
    Effect.gen(function*() {
      const zones = yield* PublishedZones
      const zone = yield* createdZone()
      const a = rrset("a.", "A", "192.0.2.1")
      yield* change(zone, { rrsets: [put(zone, a)] })
      yield* change(zone, { rrsets: [], zone: { nameservers: [nameOf("ns9.host.test.")] } })
      yield* change(zone, { rrsets: [put(zone, { ...a, records: [] }, a)] })
      const found = Option.getOrThrow(yield* zones.differences(zone.name, zone.serial))
      const types = found.map(({ added, removed }) => [removed.map(({ type }) => type), added.map(({ type }) => type)])
      assert.deepStrictEqual(types, [[["SOA"], ["SOA", "A"]], [["SOA", "NS"], ["SOA", "NS"]], [["SOA", "A"], ["SOA"]]])
      assert.strictEqual(found[0]?.from, zone.serial)
      assert.strictEqual(found[2]?.to, yield* serialOf(zone))
      assert.deepStrictEqual(found.map(({ to }) => to).slice(0, 2), found.map(({ from }) => from).slice(1))
      assert.deepStrictEqual(yield* zones.differences(zone.name, yield* serialOf(zone)), Option.some([]))
      assert.isTrue(Option.isNone(yield* zones.differences(zone.name, zone.serial - 1)))
      assert.isTrue(Option.isNone(yield* zones.differences(nameOf("nowhere.example."), 1)))
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("has a zone transferred completely if the history is not sufficient", () =>
    Effect.gen(function*() {
      const zones = yield* PublishedZones
      const alias = yield* createdZone([rrset(".", "ALIAS", "a.host.test.")])
      yield* touched(alias)
      assert.isTrue(Option.isNone(yield* zones.differences(alias.name, alias.serial)))
      const signed = yield* createdZone([], { dnssec_status: "enabled" })
      yield* touched(signed)
      assert.isTrue(Option.isNone(yield* zones.differences(signed.name, signed.serial)))
      yield* change(signed, { rrsets: [], zone: { dnssec_status: "disabled" } })
      const unsigned = yield* serialOf(signed)
      yield* touched(signed)
      assert.isTrue(Option.isNone(yield* zones.differences(signed.name, signed.serial)))
      assert.isTrue(Option.isSome(yield* zones.differences(signed.name, unsigned)))
    }).pipe(Effect.provide(publicationPlatform)))
})

const aliases = Effect.flatMap(Timetable, ({ works }) =>
  Effect.flatMap(works, (entered) => {
    const work = entered.find(({ name }) => name === "dns.aliases")
    return work === undefined ? Effect.die(new Error("Nobody asks again")) : work.run
  }))

const answer = (ttl: number, ...ipv4: ReadonlyArray<string>) => ({ ipv4, ipv6: [], ttl })

const outside = nameOf("a.host.test.")
const pointer: ReadonlyArray<Rrset> = [rrset(".", "ALIAS", outside), rrset(".", "TXT", "\"x\"")]

describe("an ALIAS", () => {
  it.effect("is published as the addresses of its target, with the shorter TTL", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      names.set(outside, { ipv4: ["93.184.216.2", "93.184.216.1"], ipv6: ["2606:2800:220::1"], ttl: 120 })
      const zone = yield* createdZone(pointer)
      assert.deepStrictEqual(yield* published(zone), [
        " 120 A 93.184.216.1 93.184.216.2",
        " 120 AAAA 2606:2800:220::1",
        " 300 TXT \"x\""
      ])
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("has public addresses only, at the first look-up and at later ones", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const internal = ["10.0.0.1", "127.0.0.1", "169.254.169.254", "192.168.1.1", "100.64.0.1", "0.0.0.0", "224.0.0.1"]
      const internal6 = [
        "::1",
        "::ffff:10.0.0.1",
        "::ffff:8.8.8.8",
        "fd00::1",
        "fe80::1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "2002:a00:1::1"
      ]
      names.set(outside, { ipv4: [...internal, "93.184.216.1"], ipv6: [...internal6, "64:ff9b::808:808"], ttl: 60 })
      const zone = yield* createdZone(pointer)
      const first = [" 60 A 93.184.216.1", " 60 AAAA 64:ff9b::808:808", " 300 TXT \"x\""]
      assert.deepStrictEqual(yield* published(zone), first)
      names.set(outside, { ipv4: internal, ipv6: [...internal6, "not an address"], ttl: 60 })
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.deepStrictEqual(yield* published(zone), [" 300 TXT \"x\""])
      const serial = yield* serialOf(zone)
      names.set(outside, answer(60, "10.0.0.2"))
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.strictEqual(yield* serialOf(zone), serial)
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("with a target in its own zone has the addresses of that name", () =>
    Effect.gen(function*() {
      const zone = yield* createdZone()
      const chain = [
        rrset(".", "ALIAS", `b.${zone.name}`),
        rrset("b.", "CNAME", `C.${zone.name}`),
        rrset("c.", "AAAA", "2001:db8::2")
      ]
      yield* change(zone, { rrsets: chain.map((after) => put(zone, after)) })
      assert.include(yield* published(zone), " 300 AAAA 2001:db8::2")
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("is looked up again by its TTL, and changes the serial if the addresses differ", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      names.set(outside, answer(300, "93.184.216.1"))
      const zone = yield* createdZone(pointer)
      yield* published(zone)
      names.set(outside, answer(10, "93.184.216.9"))
      yield* TestClock.adjust("299 seconds")
      yield* aliases
      assert.strictEqual(yield* serialOf(zone), zone.serial)
      yield* TestClock.adjust("1 second")
      yield* aliases
      const serial = yield* serialOf(zone)
      assert.isAbove(serial, zone.serial)
      assert.include(yield* published(zone), " 10 A 93.184.216.9")

      // Ten seconds are too short a time to be asked for again after.
      names.set(outside, answer(10, "93.184.216.1"))
      yield* TestClock.adjust("59 seconds")
      yield* aliases
      assert.strictEqual(yield* serialOf(zone), serial)
      yield* TestClock.adjust("1 second")
      yield* aliases
      assert.include(yield* published(zone), " 10 A 93.184.216.1")
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("keeps its addresses while they cannot be looked up, and its serial while they are the same", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      names.set(outside, answer(60, "93.184.216.1", "93.184.216.2"))
      const zone = yield* createdZone(pointer)
      yield* published(zone)
      names.delete(outside)
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.include(yield* published(zone), " 60 A 93.184.216.1 93.184.216.2")
      names.set(outside, answer(60, "93.184.216.2", "93.184.216.1"))
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.strictEqual(yield* serialOf(zone), zone.serial)
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("that cannot be resolved at first has no addresses, and gets them later", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const zone = yield* createdZone(pointer)
      assert.deepStrictEqual(yield* published(zone), [" 300 TXT \"x\""])
      names.set(outside, answer(60, "93.184.216.1"))
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.isAbove(yield* serialOf(zone), zone.serial)
      assert.include(yield* published(zone), " 60 A 93.184.216.1")
    }).pipe(Effect.provide(publicationPlatform)))

  it.effect("is looked up again after a change of its target, and not after its removal", () =>
    Effect.gen(function*() {
      const names = yield* Outside
      const elsewhere: DnsName.DnsName = nameOf("b.host.test.")
      names.set(outside, answer(60, "93.184.216.1"))
      names.set(elsewhere, answer(60, "93.184.216.2"))
      const zone = yield* createdZone(pointer)
      yield* published(zone)
      const [alias] = pointer
      assert.isDefined(alias)
      yield* change(zone, { rrsets: [put(zone, rrset(".", "ALIAS", elsewhere), alias)] })
      assert.include(yield* published(zone), " 60 A 93.184.216.2")
      yield* change(zone, { rrsets: [put(zone, rrset(".", "ALIAS"), rrset(".", "ALIAS", elsewhere))] })
      const serial = yield* serialOf(zone)
      names.set(elsewhere, answer(60, "93.184.216.3"))
      yield* TestClock.adjust("60 seconds")
      yield* aliases
      assert.strictEqual(yield* serialOf(zone), serial)
      assert.deepStrictEqual(yield* published(zone), [" 300 TXT \"x\""])
    }).pipe(Effect.provide(publicationPlatform)))
})
