import { assert, layer } from "@effect/vitest"
import { type RrsetChange, type Zone, type ZoneChange, ZoneStore } from "@namewright/core/dns"
import { newOrganizationId } from "@namewright/core/shared"
import { Effect, type Layer, Option } from "effect"
import { changeOf, insertedZone, named, newZone, rrset } from "./ZoneSamples.ts"

const firstPage = { page: 1, page_size: 10 }

/** Contract of ZoneStore: history entries of changes without changed records. */
export const zoneHistoryContract = <E>(name: string, storage: Layer.Layer<ZoneStore, E>) =>
  layer(storage)(`ZoneStore, history (${name})`, (it) => {
    it.effect("combines consecutive changes without changed records in one entry", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* newZone(yield* newOrganizationId)
        const address = rrset(`www.${zone.name}`, "A", "192.0.2.1")
        yield* insertedZone(zone, [address])
        let last = zone
        const saved = Effect.fnUntraced(function*(cause: ZoneChange["cause"], rrsets: ReadonlyArray<RrsetChange> = []) {
          const next = { ...last, serial: last.serial + 1 }
          yield* store.save(last, next, { ...changeOf(last, next, rrsets), cause, changed_by: null })
          last = next
        })
        for (let count = 0; count < 5; count++) yield* saved("alias")
        const { name: owner, type } = address
        yield* saved("patch_rrsets", [{ name: owner, type, before: address, after: null }])
        for (let count = 0; count < 3; count++) yield* saved("alias")
        for (let count = 0; count < 2; count++) yield* saved("dnssec")
        const { items, total } = yield* store.versions(zone.dns_zone_id, firstPage)
        const serials = [11, 9, 6, 5, 0].map((later) => zone.serial + later)
        assert.deepStrictEqual([items.map(({ serial }) => serial), total], [serials, 5])
        const joined = Option.getOrThrow(yield* store.version(zone, zone.serial + 5))
        assert.deepStrictEqual([joined.before?.serial, joined.after.serial], [zone.serial, zone.serial + 5])

        // A nameserver may serve a serial that is part of an entry.
        const there = Option.some([{ name: owner, type, rrset: address }])
        for (const later of [0, 1, 3, 5]) assert.deepStrictEqual(yield* store.earlier(zone, zone.serial + later), there)
        for (const later of [6, 7, 8, 10]) {
          assert.deepStrictEqual(yield* store.earlier(zone, zone.serial + later), Option.some([]))
        }
        assert.deepStrictEqual(yield* store.earlier(zone, zone.serial - 1), Option.none())
        assert.deepStrictEqual(yield* store.earlier(zone, zone.serial + 12), Option.none())
      }))

    it.effect("does not combine changes of the zone itself or of callers", () =>
      Effect.gen(function*() {
        const store = yield* ZoneStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        let last = zone
        const edits: ReadonlyArray<Partial<Zone>> = [
          { rname: named("a.host.test.") },
          { rname: named("b.host.test.") },
          { nameservers: [named("ns3.host.test.")] },
          { nameservers: [named("ns4.host.test.")] },
          { dnssec_status: "enabled" },
          { dnssec_status: "disabled" }
        ]
        for (const edit of edits) {
          const next = { ...last, ...edit, serial: last.serial + 1 }
          yield* store.save(last, next, { ...changeOf(last, next, []), cause: "alias", changed_by: null })
          last = next
        }
        for (let count = 0; count < 2; count++) {
          const next = { ...last, serial: last.serial + 1 }
          yield* store.save(last, next, { ...changeOf(last, next, []), cause: "dnssec", changed_by: "user_1" })
          last = next
        }
        assert.strictEqual((yield* store.versions(zone.dns_zone_id, firstPage)).total, 9)
      }))
  })
