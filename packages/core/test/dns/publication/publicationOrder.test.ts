import { assert, describe, it } from "@effect/vitest"
import { type Nameserver, PublishedZones, ZonePublicationStore } from "@namewright/core/dns"
import { Deferred, Effect, Fiber, Option } from "effect"
import {
  createdZone,
  pass,
  processFor,
  publicationPlatform,
  ScriptedNameserver,
  settled,
  touched
} from "./PublicationPlatform.ts"

/** A server whose first call reads the zones at once, and writes them when the test lets it proceed. */
const slowWriter = Effect.gen(function*() {
  const zones = yield* PublishedZones
  const begun = yield* Deferred.make<void>()
  const proceed = yield* Deferred.make<void>()
  const served = new Map<string, number>()
  const asked: Array<number | null> = []
  const publish: Nameserver["publish"] = (publications) =>
    Effect.forEach(publications, ({ name, serial }) =>
      Effect.gen(function*() {
        const isFirst = asked.push(serial) === 1
        const written = Option.getOrThrow(yield* zones.get(name)).serial
        yield* Deferred.succeed(begun, undefined)
        if (isFirst) yield* Deferred.await(proceed)
        served.set(name, written)
        return { name, serial: written, problem: null }
      }))
  const nameserver: Nameserver = { name: "slow", capabilities: { signing: "library", zones_per_call: 10 }, publish }
  return { nameserver, begun, proceed, served, asked }
})

describe("the order of publications", () => {
  it.effect("writes the version of another process after an older one that is in progress", () =>
    Effect.gen(function*() {
      const { asked, begun, nameserver, proceed, served } = yield* slowWriter
      const [one, other] = [yield* processFor(nameserver), yield* processFor(nameserver)]
      yield* Effect.forEach([one, other], ({ drain }) => drain)
      const zone = yield* createdZone()
      const first = yield* Effect.forkChild(one.drain)
      yield* Deferred.await(begun)
      const serial = yield* touched(zone)
      assert.strictEqual(yield* other.drain, 0)
      yield* Deferred.succeed(proceed, undefined)
      assert.strictEqual(yield* Fiber.join(first), 2)
      assert.deepStrictEqual(asked, [zone.serial, serial])
      assert.strictEqual(served.get(zone.name), serial)
      assert.deepInclude((yield* other.ofZone(zone))[0], { serial_served: serial, next_attempt_on: null })
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("writes the versions of a zone in order during overlapping drains", () =>
    Effect.gen(function*() {
      const { asked, begun, nameserver, proceed, served } = yield* slowWriter
      const { drain, ofZone } = yield* processFor(nameserver)
      yield* drain
      const zone = yield* createdZone()
      const first = yield* Effect.forkChild(drain)
      yield* Deferred.await(begun)
      const serial = yield* touched(zone)
      const second = yield* Effect.forkChild(drain)
      yield* settled
      assert.deepStrictEqual(asked, [zone.serial])
      yield* Deferred.succeed(proceed, undefined)
      assert.strictEqual((yield* Fiber.join(first)) + (yield* Fiber.join(second)), 2)
      assert.deepStrictEqual(asked, [zone.serial, serial])
      assert.strictEqual(served.get(zone.name), serial)
      assert.deepInclude((yield* ofZone(zone))[0], { serial_served: serial, next_attempt_on: null })
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("waits in a drain for a publication whose lease has ended, also after an interruption", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const proceed = yield* Deferred.make<void>()
      let calls = 0
      // The first call cannot be interrupted at the end of its time.
      const publish: Nameserver["publish"] = (publications) =>
        Effect.suspend(() =>
          ++calls === 1
            ? Effect.uninterruptible(Effect.andThen(Deferred.await(proceed), server.publish(publications)))
            : server.publish(publications)
        )
      const { drain, ofZone } = yield* processFor({ name: server.name, capabilities: server.capabilities, publish })
      yield* drain
      const zone = yield* createdZone()
      const first = yield* Effect.forkChild(drain)
      yield* settled
      assert.strictEqual(calls, 1)
      yield* pass(30)
      const interrupted = yield* Effect.forkChild(drain)
      yield* settled
      yield* Fiber.interrupt(interrupted)
      yield* pass(30)
      const last = yield* Effect.forkChild(drain)
      yield* settled
      assert.strictEqual(calls, 1)
      assert.deepInclude((yield* ofZone(zone))[0], { attempts: 3 })
      yield* Deferred.succeed(proceed, undefined)
      yield* Fiber.join(first)
      assert.strictEqual(yield* Fiber.join(last), 1)
      assert.strictEqual(calls, 2)
      assert.deepInclude((yield* ofZone(zone))[0], { serial_served: zone.serial, next_attempt_on: null })
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))

  it.effect("publishes nothing shortly before the end of a lease", () =>
    Effect.gen(function*() {
      const server = yield* ScriptedNameserver.make("one")
      const store = yield* ZonePublicationStore
      const slow = ZonePublicationStore.of({
        ...store,
        claim: (...request) =>
          Effect.tap(store.claim(...request), (claimed) =>
            claimed.length === 0 ? Effect.void : Effect.sleep("20 seconds"))
      })
      const late = yield* Effect.provideService(processFor(server), ZonePublicationStore, slow)
      const { drain } = yield* processFor(server)
      yield* drain
      const zone = yield* createdZone()
      const fiber = yield* Effect.forkChild(late.drain)
      yield* settled
      yield* pass(20)
      assert.strictEqual(yield* Fiber.join(fiber), 1)
      assert.lengthOf(server.asked, 0)
      assert.strictEqual(yield* drain, 0)
      yield* pass(10)
      assert.strictEqual(yield* drain, 1)
      assert.strictEqual(server.served.get(zone.name), zone.serial)
    }).pipe(Effect.scoped, Effect.provide(publicationPlatform)))
})
