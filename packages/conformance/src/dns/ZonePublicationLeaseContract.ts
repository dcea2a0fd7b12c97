import { assert, layer } from "@effect/vitest"
import { ZonePublicationStore, ZoneStore } from "@namewright/core/dns"
import { newProcessId } from "@namewright/core/processes"
import { Instant, newOrganizationId, type Transaction } from "@namewright/core/shared"
import { DateTime, Effect, type Layer } from "effect"
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
  rowOf,
  someProcess
} from "./PublicationSteps.ts"
import { insertedZone, newZone } from "./ZoneSamples.ts"

/** Contract of ZonePublicationStore for publications that are announced while they are leased. */
export const zonePublicationLeaseContract = <E>(
  name: string,
  storage: Layer.Layer<ZonePublicationStore | ZoneStore | Transaction, E>
) =>
  layer(storage)(`Leases of ZonePublicationStore (${name})`, (it) => {
    it.effect("leases a newer wanted serial to nobody until the outcome of the publication in progress is stored", () =>
      Effect.gen(function*() {
        const [one, other] = [yield* newProcessId, yield* newProcessId]
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        const newer = { ...publication, serial: 2026112207 }
        const newest = { ...publication, serial: 2026112208 }
        yield* announce(publication)
        assert.lengthOf(yield* claim(number, atOnce, one), 1)
        yield* TestClock.adjust("1 second")
        yield* announce(newer)
        assert.deepStrictEqual(yield* claim(number, atOnce, other), [])
        assert.deepStrictEqual(yield* claim(number, atOnce, one), [])
        assert.isTrue(yield* record(number, publication, {}, one))

        assert.deepStrictEqual(yield* claim(number, atOnce, other), [{ ...newer, attempts: 1 }])
        yield* announce(newest)
        // The lease of the first process has ended.
        assert.isFalse(yield* record(number, publication, {}, one))
        assert.deepInclude(yield* rowOf(publication, nameserver), { serial_served: publication.serial })
        assert.deepStrictEqual(yield* claim(number, atOnce, one), [])
        assert.isTrue(yield* record(number, newer, { served: publication.serial, problem: "refused" }, other))
        assert.deepStrictEqual(yield* claim(number, atOnce, one), [{ ...newest, attempts: 2 }])
        assert.isFalse(yield* record(number, newest, {}, one))
        assert.deepStrictEqual(yield* claim(number), [])
      }))

    it.effect("leases a newer wanted serial after the end of the lease, and ignores the late outcome", () =>
      Effect.gen(function*() {
        const { name: nameserver, number } = yield* newNameserver
        const publication = yield* newPublication
        const newer = { ...publication, serial: 2026112207 }
        yield* announce(publication)
        yield* claim(number)
        const first = DateTime.addDuration(yield* Instant.now, lease)
        yield* announce(newer)
        yield* TestClock.adjust("29 seconds")
        assert.deepStrictEqual(yield* claim(number), [])
        yield* TestClock.adjust("1 second")
        assert.deepStrictEqual(yield* claim(number), [{ ...newer, attempts: 2 }])
        assert.isFalse(yield* record(number, publication, {}, someProcess, first))
        assert.deepInclude(yield* rowOf(publication, nameserver), { serial_served: null, attempts: 2 })
        assert.deepStrictEqual(yield* claim(number), [])
        assert.isFalse(yield* record(number, newer))
        assert.deepInclude(yield* rowOf(publication, nameserver), {
          serial_served: newer.serial,
          next_attempt_on: null
        })
      }))

    it.effect("announces a publication of an ended process, which is due at once", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const now = yield* Instant.now
        const { number } = yield* newNameserver
        const publication = yield* newPublication
        yield* announce(publication)
        yield* claim(number, atOnce, yield* newProcessId)
        const newer = { ...publication, serial: 2026112207 }
        yield* announce(newer)
        yield* store.releaseEnded(now, DateTime.addDuration(now, lease))
        assert.deepStrictEqual((yield* claim(number)).map(({ serial }) => serial), [newer.serial])
      }))

    it.effect("keeps the lease of a publication that a new nameserver has to remove", () =>
      Effect.gen(function*() {
        const store = yield* ZonePublicationStore
        const { update } = yield* ZoneStore
        const zone = yield* insertedZone(yield* newZone(yield* newOrganizationId))
        const { name: nameserver, number } = yield* newNameserver
        const began = yield* Instant.now
        const fill = Effect.gen(function*() {
          while (yield* store.fill(number, atOnce, yield* Instant.now, DateTime.subtractDuration(began, "1 second")));
        })
        yield* fill
        yield* claim(number)
        yield* update(zone, { ...zone, is_served: false })
        while (yield* store.fill(number, atOnce, yield* Instant.now, began));
        assert.deepInclude(yield* rowOf(asked(zone), nameserver), { serial_wanted: null })
        assert.deepStrictEqual(yield* claim(number), [])
        assert.isTrue(yield* record(number, asked(zone)))
        assert.deepStrictEqual(yield* claim(number), [{ ...asked(zone, { serial: null }), attempts: 1 }])
      }))
  })
