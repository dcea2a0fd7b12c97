import { assert, layer } from "@effect/vitest"
import { type Zone, ZonePublicationStore, ZoneStore } from "@namewright/core/dns"
import { newProcessId, ProcessStore } from "@namewright/core/processes"
import { Instant, newOrganizationId, type Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer, Option } from "effect"
import { TestClock } from "effect/testing"
import {
  announce,
  asked,
  atOnce,
  claim,
  lease,
  newNameserver,
  newPublication,
  record,
  rowOf
} from "./PublicationSteps.ts"
import { changeOf, insertedZone, newZone } from "./ZoneSamples.ts"

/** Contract of ZonePublicationStore. */
export const zonePublicationStoreContract = <E>(
  name: string,
  storage: Layer.Layer<ZonePublicationStore | ZoneStore | ProcessStore | Transaction, E>
) =>
  layer(storage)(`ZonePublicationStore (${name})`, (it) => {
    it.effect("gives a nameserver one number", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const one = yield* newNameserver
        const other = yield* newNameserver
        assert.notStrictEqual(one.number, other.number)
        assert.strictEqual(yield* store.register(one.name, yield* Instant.now), one.number)
      }))

    it.effect("stores a publication for every nameserver, due until it is served", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const now = yield* Instant.now
        const [one, other] = [yield* newNameserver, yield* newNameserver]
        const publication = yield* newPublication
        yield* announce(publication)
        const waiting = {
          nameserver: one.name,
          serial_wanted: publication.serial,
          serial_served: null,
          wanted_on: now,
          served_on: null,
          attempts: 0,
          next_attempt_on: now,
          problem: null
        }
        assert.deepStrictEqual(yield* rowOf(publication, one.name), waiting)
        assert.deepStrictEqual(yield* rowOf(publication, other.name), { ...waiting, nameserver: other.name })
        assert.deepStrictEqual(yield* claim(one.number), [{ ...publication, attempts: 1 }])
        assert.deepStrictEqual(yield* claim(one.number), [])
        yield* TestClock.adjust("2 seconds")
        yield* record(one.number, publication)
        assert.deepStrictEqual(yield* rowOf(publication, one.name), {
          ...waiting,
          serial_served: publication.serial,
          served_on: yield* Instant.now,
          next_attempt_on: null
        })
        yield* TestClock.adjust("1 hour")
        assert.deepStrictEqual(yield* claim(one.number), [])
        assert.deepStrictEqual(yield* store.lag(one.number), { pending: 0, behind_since: Option.none() })
        assert.deepStrictEqual(yield* store.lag(other.number), { pending: 1, behind_since: Option.some(now) })
      }))

    it.effect("delays a failed publication until its next attempt, and counts attempts", () =>
      Effect.gen(function*() {
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        yield* announce(publication)
        for (const attempts of [1, 2, 3]) {
          assert.deepStrictEqual(yield* claim(number), [{ ...publication, attempts }])
          yield* record(number, publication, { served: null, problem: "refused" })
          const row = yield* rowOf(publication, nameserver)
          assert.deepInclude(row, { attempts, problem: "refused", serial_served: null, served_on: null })
          assert.deepStrictEqual(yield* claim(number), [])
          yield* TestClock.adjust("4 seconds")
        }
        assert.lengthOf(yield* claim(number), 1)
        yield* record(number, publication)
        assert.deepInclude(yield* rowOf(publication, nameserver), { attempts: 0, problem: null })
      }))

    it.effect("keeps the served serial if a nameserver does not report one", () =>
      Effect.gen(function*() {
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        yield* announce(publication)
        yield* claim(number)
        yield* record(number, publication)
        yield* announce({ ...publication, serial: publication.serial === null ? null : publication.serial + 1 })
        const [again] = yield* claim(number)
        assert.isDefined(again)
        yield* record(number, again, { served: undefined, problem: "no answer" })
        assert.deepInclude(yield* rowOf(publication, nameserver), {
          serial_served: publication.serial,
          problem: "no answer"
        })
      }))

    it.effect("leases a publication again that was not outcomes", () =>
      Effect.gen(function*() {
        const { number } = yield* newNameserver
        const publication = yield* newPublication
        yield* announce(publication)
        assert.lengthOf(yield* claim(number), 1)
        yield* TestClock.adjust("29 seconds")
        assert.lengthOf(yield* claim(number), 0)
        yield* TestClock.adjust("1 second")
        assert.lengthOf(yield* claim(number), 1)
      }))

    it.effect("leases a publication again if its process has ended", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const processes = yield* ProcessStore
        const now = yield* Instant.now
        const release = store.releaseEnded(now, DateTime.addDuration(now, lease))
        const { name: nameserver, number } = yield* newNameserver
        const [ended, running] = [yield* newProcessId, yield* newProcessId]
        yield* processes.insert({ process_id: ended, started_on: now, seen_on: now })
        yield* processes.insert({ process_id: running, started_on: now, seen_on: now })
        const [left, kept] = [yield* newPublication, yield* newPublication]
        yield* announce(left)
        assert.lengthOf(yield* claim(number, 1, ended), 1)
        yield* announce(kept)
        assert.lengthOf(yield* claim(number, 1, running), 1)
        yield* release
        assert.lengthOf(yield* claim(number), 0)

        yield* processes.remove(ended)
        yield* release
        assert.deepStrictEqual((yield* claim(number, atOnce, running)).map((row) => row.name), [left.name])
        yield* release
        assert.lengthOf(yield* claim(number), 0)

        // The ended process was suspended and continues: another process has the lease now.
        yield* record(number, left, {}, ended)
        assert.deepInclude(yield* rowOf(left, nameserver), { serial_served: null, served_on: null })
        yield* record(number, left, {}, running)
        assert.deepInclude(yield* rowOf(left, nameserver), { serial_served: left.serial, next_attempt_on: null })
        yield* processes.remove(running)
      }))

    it.effect("keeps a newer wanted serial while a publication is in progress", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        const newer = { ...publication, serial: 2026112207 }
        const began = yield* Instant.now
        yield* announce(publication)
        yield* claim(number)
        yield* TestClock.adjust("1 second")
        yield* announce(newer)
        yield* record(number, publication)
        assert.deepInclude(yield* rowOf(publication, nameserver), {
          serial_served: publication.serial,
          serial_wanted: newer.serial
        })
        assert.deepStrictEqual(yield* store.lag(number), { pending: 1, behind_since: Option.some(began) })
        assert.deepStrictEqual((yield* claim(number)).map(({ serial }) => serial), [newer.serial])

        const newest = { ...publication, serial: 2026112208 }
        yield* announce(newest)
        yield* record(number, newer, { served: newest.serial })
        assert.deepStrictEqual(yield* claim(number), [])
        assert.deepStrictEqual(yield* store.lag(number), { pending: 0, behind_since: Option.none() })
      }))

    it.effect("deletes the publication of a removed zone, unless the zone was created again", () =>
      Effect.gen(function*() {
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        const removal = { ...publication, serial: null }
        yield* announce(publication)
        yield* claim(number)
        yield* record(number, publication)
        yield* announce(removal)
        assert.deepStrictEqual(yield* claim(number), [{ ...removal, attempts: 1 }])
        const again = yield* newPublication
        const back = { ...again, name: publication.name }
        yield* announce(back)
        yield* record(number, removal)
        assert.isUndefined(yield* rowOf(publication, nameserver))
        assert.deepInclude(yield* rowOf(back, nameserver), { serial_wanted: back.serial, serial_served: null })
        assert.deepStrictEqual((yield* claim(number)).map(({ dns_zone_id }) => dns_zone_id), [back.dns_zone_id])
        yield* record(number, back)

        yield* announce({ ...back, serial: null })
        yield* claim(number)
        yield* record(number, { ...back, serial: null })
        assert.isUndefined(yield* rowOf(back, nameserver))
      }))

    it.effect("leases each publication to one of several concurrent processes", () =>
      Effect.gen(function*() {
        const { number } = yield* newNameserver
        const publications = yield* Effect.forEach(Array.from({ length: 40 }), () => newPublication)
        yield* announce(...publications)
        const taken = yield* Effect.forEach([1, 2, 3, 4], () => claim(number, 10), { concurrency: "unbounded" })
        const names = taken.flat().map((row) => row.name)
        assert.strictEqual(new Set(names).size, names.length)
        const left = yield* claim(number)
        assert.strictEqual(names.length + left.length, 40)
      }))

    it.effect("creates publications of existing zones for a new nameserver, in pages, and once more later", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const organization = yield* newOrganizationId
        const zones: Array<Zone> = []
        for (let index = 0; index < 5; index++) zones.push(yield* insertedZone(yield* newZone(organization)))
        const { name: nameserver, number } = yield* newNameserver
        const began = yield* Instant.now
        const fill = Effect.gen(function*() {
          let pages = 0
          for (let more = true; more; pages++) more = yield* store.fill(number, 2, yield* Instant.now, began)
          return pages
        })
        assert.isAbove(yield* fill, 2)
        const due = yield* claim(number)
        assert.includeMembers(due.map((row) => row.name), zones.map((zone) => zone.name))
        assert.strictEqual(due.find((row) => row.name === zones[0]?.name)?.serial, zones[0]?.serial)
        yield* Effect.forEach(due, (row) => record(number, row))

        const late = yield* insertedZone(yield* newZone(organization))
        yield* TestClock.adjust("1 minute")
        const early = DateTime.subtractDuration(began, "1 second")
        assert.isFalse(yield* store.fill(number, 2, yield* Instant.now, early))
        assert.isUndefined(yield* rowOf(asked(late), nameserver))
        yield* fill
        assert.deepStrictEqual((yield* claim(number)).map((row) => row.name), [late.name])
        assert.strictEqual(yield* fill, 1)
      }))

    it.effect("creates a removal for a new nameserver that a withdrawal did not see, unless the zone is served again", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const { save, update } = yield* ZoneStore
        const organization = yield* newOrganizationId
        const [withdrawn, back] = [
          yield* insertedZone(yield* newZone(organization)),
          yield* insertedZone(yield* newZone(organization))
        ]
        const { name: nameserver, number } = yield* newNameserver
        const began = yield* Instant.now
        const fill = Effect.gen(function*() {
          while (yield* store.fill(number, 2, yield* Instant.now, began));
        })
        yield* fill
        for (const zone of [withdrawn, back]) yield* update(zone, { ...zone, is_served: false })
        const again = { ...back, serial: back.serial + 1 }
        yield* save({ ...back, is_served: false }, again, changeOf(back, again, []), yield* Instant.now)
        yield* fill
        assert.deepInclude(yield* rowOf(asked(withdrawn), nameserver), { serial_wanted: null })
        assert.deepInclude(yield* rowOf(asked(back), nameserver), { serial_wanted: again.serial })
      }))

    it.effect("lists nameservers with a publisher, and deletes the others", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const [left, kept] = [yield* newNameserver, yield* newNameserver]
        const publications = [yield* newPublication, yield* newPublication]
        yield* announce(...publications)
        yield* TestClock.adjust("8 days")
        const now = yield* Instant.now
        yield* store.register(kept.name, now)
        const [publication] = publications
        assert.isDefined(publication)
        const rows = yield* store.ofZone(publication, DateTime.subtractDuration(now, "1 day"))
        assert.deepStrictEqual(rows.map(({ nameserver }) => nameserver), [kept.name])
        const before = DateTime.subtractDuration(now, "7 days")
        while (yield* store.forget(before, 1));
        assert.isUndefined(yield* rowOf(publication, left.name))
        assert.isDefined(yield* rowOf(publication, kept.name))
        assert.notStrictEqual(yield* store.register(left.name, now), left.number)
      }))

    it.effect("lists served zones by name", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const organization = yield* newOrganizationId
        const zone = yield* insertedZone(yield* newZone(organization))
        const other = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const unserved = yield* insertedZone(yield* newZone(organization, { is_served: false }))
        const all = yield* store.zonesAfter(null, atOnce)
        const names = all.map((row) => row.name)
        assert.deepStrictEqual(names, names.toSorted())
        for (const one of [zone, other]) assert.deepInclude(all, asked(one))
        assert.notDeepInclude(all, asked(unserved))
        const [first] = all
        assert.isDefined(first)
        assert.deepStrictEqual(yield* store.zonesAfter(first.name, 1), all.slice(1, 2))
      }))
  })
