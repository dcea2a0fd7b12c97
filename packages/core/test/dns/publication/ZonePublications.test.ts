import { assert, describe, it } from "@effect/vitest"
import {
  type Nameserver,
  PublishedZones,
  ZonePublications,
  ZonePublicationStore,
  ZoneStore
} from "@namewright/core/dns"
import { newProcessId, Processes, ProcessStore } from "@namewright/core/processes"
import { Instant, Transaction } from "@namewright/core/shared"
import { DateTime, Deferred, Effect, Fiber, Metric } from "effect"
import { TestClock } from "effect/testing"
import {
  createdZone,
  pass,
  processFor,
  publicationPlatform,
  ScriptedNameserver,
  settled,
  touched
} from "./PublicationPlatform.ts"

const gauge = Effect.fnUntraced(function*(id: string, nameserver: string) {
  const found = (yield* Metric.snapshot).find((metric) =>
    metric.id === id && metric.type === "Gauge" && metric.attributes?.["nameserver"] === nameserver
  )
  return found?.type === "Gauge" ? Number(found.state.value) : undefined
})

describe("ZonePublications", () => {
  it.effect("publishes zones to a nameserver, and reports its progress", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { drain, ofZone } = yield* processFor(server)
      yield* drain
      const zone = yield* createdZone()
      const [waiting] = yield* ofZone(zone)
      assert.deepInclude(waiting, { nameserver: "one", serial_wanted: zone.serial, serial_served: null })
      assert.strictEqual(yield* drain, 1)
      const serial = yield* touched(zone)
      assert.isAbove(serial, zone.serial)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
      assert.strictEqual(yield* drain, 1)
      assert.strictEqual(server.served.get(zone.name), serial)
      assert.deepInclude((yield* ofZone(zone))[0], {
        serial_wanted: serial,
        serial_served: serial,
        attempts: 0,
        next_attempt_on: null,
        problem: null
      })
      assert.strictEqual(yield* drain, 0)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("removes a deleted zone", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { announce, drain, ofZone } = yield* processFor(server)
      yield* drain
      const zone = yield* createdZone()
      yield* drain
      assert.isTrue(server.served.has(zone.name))
      const zones = yield* ZoneStore
      const { atomically } = yield* Transaction
      yield* atomically(Effect.andThen(zones.remove(zone, 0), announce([{ ...zone, serial: null }])))
      yield* drain
      assert.isFalse(server.served.has(zone.name))
      assert.deepStrictEqual(yield* ofZone(zone), [])
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("wakes publishers immediately after the commit, and not before", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { announce, run } = yield* processFor(server)
      const fiber = yield* Effect.forkChild(run)
      yield* settled
      const zone = yield* createdZone()
      const { atomically } = yield* Transaction
      yield* atomically(announce([zone]))
      yield* settled
      assert.strictEqual(server.served.get(zone.name), zone.serial)
      const before = server.asked.length
      yield* Effect.ignore(
        atomically(Effect.andThen(announce([{ ...zone, serial: zone.serial + 9 }]), Effect.fail("no")))
      )
      yield* pass(3)
      assert.lengthOf(server.asked, before)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("retries an unavailable nameserver with growing pauses, until it has caught up", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("down")
      server.mood = "down"
      const { ofZone, run } = yield* processFor(server)
      const fiber = yield* Effect.forkChild(run)
      yield* settled
      const zone = yield* createdZone()
      yield* pass(130)
      const tries = server.asked.length
      assert.isAtLeast(tries, 7)
      assert.isAtMost(tries, 9)
      const [row] = yield* ofZone(zone)
      assert.deepInclude(row, { serial_served: null, attempts: tries, problem: "The nameserver could not be reached" })
      assert.strictEqual(yield* gauge("dns_publications_pending", "down"), 1)
      assert.isAtLeast((yield* gauge("dns_publication_lag_seconds", "down")) ?? 0, 120)
      server.mood = "serves"
      yield* pass(75)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
      assert.strictEqual(yield* gauge("dns_publications_pending", "down"), 0)
      assert.strictEqual(yield* gauge("dns_publication_lag_seconds", "down"), 0)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("does not wait for a nameserver that never responds", () =>
    Effect.gen(function*() {
      const [silent, quick] = [yield* ScriptedNameserver.make("silent"), yield* ScriptedNameserver.make("quick")]
      silent.mood = "silent"
      const { ofZone, run } = yield* processFor(silent, quick)
      const fiber = yield* Effect.forkChild(run)
      yield* settled
      const zone = yield* createdZone()
      yield* pass(3)
      assert.strictEqual(quick.served.get(zone.name), zone.serial)
      yield* pass(20)
      const row = (yield* ofZone(zone)).find(({ nameserver }) => nameserver === "silent")
      assert.deepInclude(row, { serial_served: null, problem: "The nameserver did not answer in time" })
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("publishes immediately the zones that a killed process had leased", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { drain, run } = yield* processFor(server)
      const zone = yield* createdZone()
      yield* drain
      const serial = yield* touched(zone)
      const store = yield* ZonePublicationStore
      const { atomically } = yield* Transaction
      const now = yield* Instant.now
      const number = yield* atomically(store.register("one", now))
      const killed = yield* newProcessId
      const processes = yield* ProcessStore
      yield* processes.insert({ process_id: killed, started_on: now, seen_on: now })
      yield* atomically(store.claim(number, killed, 10, { now, until: DateTime.addDuration(now, "30 seconds") }))

      const { round } = yield* Processes
      const fiber = yield* Effect.forkChild(run)
      for (let second = 0; second < 8; second++) {
        assert.strictEqual(server.served.get(zone.name), second < 7 ? zone.serial : serial, `after ${second} seconds`)
        yield* pass(1)
        yield* round
        yield* settled
      }
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("continues with other zones during a slow publication", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const slow = yield* createdZone()
      const blocked = yield* Deferred.make<void>()
      const publish: Nameserver["publish"] = (publications) =>
        publications.some(({ name }) => name === slow.name)
          ? Effect.andThen(Deferred.await(blocked), server.publish(publications))
          : server.publish(publications)
      const { run } = yield* processFor({ name: server.name, capabilities: server.capabilities, publish })
      const fiber = yield* Effect.forkChild(run)
      yield* pass(1)
      const others = yield* Effect.forEach(Array.from({ length: 3 }), () => Effect.tap(createdZone(), () => pass(2)))
      assert.sameMembers([...server.served.keys()], others.map(({ name }) => name))
      yield* Deferred.succeed(blocked, undefined)
      yield* settled
      assert.strictEqual(server.served.get(slow.name), slow.serial)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("publishes the versions of a zone one after the other", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const zone = yield* createdZone()
      const blocked = yield* Deferred.make<void>()
      let atOnce = 0
      let most = 0
      const publish: Nameserver["publish"] = (publications) =>
        Effect.suspend(() => {
          most = Math.max(most, ++atOnce)
          return Effect.tap(server.publish(publications), Deferred.await(blocked))
        }).pipe(Effect.ensuring(Effect.sync(() => void atOnce--)))
      const { run } = yield* processFor({ name: server.name, capabilities: server.capabilities, publish })
      const fiber = yield* Effect.forkChild(run)
      yield* pass(1)
      assert.strictEqual(atOnce, 1)
      const serial = yield* touched(zone)
      yield* pass(3)
      yield* Deferred.succeed(blocked, undefined)
      yield* settled
      assert.strictEqual(most, 1)
      assert.deepStrictEqual(server.asked.map(([asked]) => asked?.serial), [zone.serial, serial])
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("continues with other zones after a refusal", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { drain, ofZone } = yield* processFor(server)
      yield* drain
      const [refused, fine] = [yield* createdZone(), yield* createdZone()]
      server.refused.add(refused.name)
      assert.strictEqual(yield* drain, 2)
      assert.strictEqual(server.served.get(fine.name), fine.serial)
      assert.deepInclude((yield* ofZone(refused))[0], { problem: "REFUSED", attempts: 1, serial_served: null })
      server.refused.clear()
      assert.strictEqual(yield* drain, 0)
      yield* TestClock.adjust("1 second")
      assert.strictEqual(yield* drain, 1)
      assert.strictEqual(server.served.get(refused.name), refused.serial)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("publishes all zones to a new nameserver", () =>
    Effect.gen(function*() {
      const zones = yield* Effect.forEach(Array.from({ length: 25 }), () => createdZone())
      const server = yield* ScriptedNameserver.make("late")
      const { drain } = yield* processFor(server)
      assert.strictEqual(yield* drain, 25)
      assert.deepStrictEqual(new Set(server.served.keys()), new Set(zones.map(({ name }) => name)))
      assert.isAtMost(Math.max(...server.asked.map(({ length }) => length)), 10)
      assert.strictEqual(yield* drain, 0)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("continues after a restart with the remaining publications", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      yield* Effect.scoped(Effect.flatMap(processFor(server), ({ drain }) => drain))
      const zone = yield* createdZone()
      const { drain } = yield* processFor(server)
      assert.strictEqual(yield* drain, 1)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("shares one nameserver between processes, each publication for one of them", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("shared")
      const processes = [yield* processFor(server), yield* processFor(server)]
      yield* Effect.forEach(processes, ({ drain }) => drain)
      const zones = yield* Effect.forEach(Array.from({ length: 40 }), () => createdZone())
      const counts = yield* Effect.forEach(processes, ({ drain }) => drain, { concurrency: "unbounded" })
      assert.strictEqual(counts.reduce((sum, count) => sum + count, 0), zones.length)
      assert.strictEqual(server.asked.flat().length, zones.length)
      assert.strictEqual(server.served.size, zones.length)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("takes over the publications of a dead process", () =>
    Effect.gen(function*() {
      const zones = yield* PublishedZones
      const begun = yield* Deferred.make<void>()
      const dying = new ScriptedNameserver("shared", zones)
      const publish = () => Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      const first = yield* processFor({ name: "shared", capabilities: dying.capabilities, publish })
      const fiber = yield* Effect.forkChild(first.run)
      yield* settled
      const zone = yield* createdZone()
      yield* TestClock.adjust("1 second")
      yield* Deferred.await(begun)
      yield* Fiber.interrupt(fiber)

      const server = new ScriptedNameserver("shared", zones)
      const second = yield* processFor(server)
      assert.strictEqual(yield* second.drain, 0)
      yield* TestClock.adjust("30 seconds")
      assert.strictEqual(yield* second.drain, 1)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("continues after an outage of the database", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const store = yield* ZonePublicationStore
      let isAway = false
      const shaky = ZonePublicationStore.of({
        ...store,
        claim: (...request) => isAway ? Effect.die(new Error("connection lost")) : store.claim(...request)
      })
      const { ofZone, run } = yield* Effect.provideService(processFor(server), ZonePublicationStore, shaky)
      const fiber = yield* Effect.forkChild(run)
      yield* settled
      isAway = true
      const zone = yield* createdZone()
      yield* pass(10)
      assert.isFalse(server.served.has(zone.name))
      assert.deepInclude((yield* ofZone(zone))[0], { attempts: 0, serial_served: null })
      isAway = false
      yield* pass(3)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
      yield* Fiber.interrupt(fiber)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("keeps the served serials of a nameserver that is down", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const { drain, ofZone } = yield* processFor(server)
      yield* drain
      const zone = yield* createdZone()
      yield* drain
      server.mood = "down"
      const serial = yield* touched(zone)
      yield* drain
      assert.deepInclude((yield* ofZone(zone))[0], { serial_wanted: serial, serial_served: zone.serial })
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("omits a nameserver without a publisher for a day", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("gone")
      const { drain } = yield* processFor(server)
      yield* drain
      const zone = yield* createdZone()
      const { ofZone } = yield* ZonePublications
      assert.lengthOf(yield* ofZone(zone), 1)
      yield* TestClock.adjust("25 hours")
      assert.lengthOf(yield* ofZone(zone), 0)
      yield* drain
      assert.lengthOf(yield* ofZone(zone), 1)
      const store = yield* ZonePublicationStore
      assert.lengthOf(yield* store.zonesAfter(null, 10), 1)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))
})
