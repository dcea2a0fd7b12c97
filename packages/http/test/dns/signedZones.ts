import { asSystem } from "@namewright/core/access"
import { type Nameserver, Nameservers, ZonePublications, Zones } from "@namewright/core/dns"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { registrant } from "../domains/dnssecCaller.ts"
import { TestPlatform } from "../support/TestPlatform.ts"

const nameserver: Nameserver = {
  name: "test",
  capabilities: { signing: "library", zones_per_call: 100 },
  publish: (publications) => Effect.succeed(publications.map(({ name, serial }) => ({ name, serial, problem: null })))
}

/** A platform with a nameserver to which the test publishes. */
export const servedPlatform = Layer.effectDiscard(Effect.flatMap(ZonePublications, ({ drain }) => drain)).pipe(
  Layer.provideMerge(TestPlatform.layerWith({}, { nameservers: Layer.succeed(Nameservers, { all: [nameserver] }) }))
)

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** Runs a request that waits for nameservers, with publications and an advancing clock. */
export const whileServed = <A, E, R>(request: Effect.Effect<A, E, R>) =>
  Effect.gen(function*() {
    const { drain } = yield* ZonePublications
    const fiber = yield* Effect.forkChild(request)
    for (let look = 0; look < 10_000 && fiber.pollUnsafe() === undefined; look++) {
      yield* turn
      yield* drain
      yield* TestClock.adjust("10 millis")
    }
    return yield* Fiber.join(fiber)
  })

const ours = [{ hostname: "ns1.namewright.test" }, { hostname: "ns2.namewright.test" }]

/** A caller with a domain on the platform's nameservers, and its zone. */
export const hosted = Effect.fnUntraced(function*(name: string, members: Record<string, unknown> = {}) {
  const call = yield* registrant
  const zones = yield* Zones
  yield* call.register(name, { nameservers: ours, ...members })
  yield* Effect.orDie(asSystem(call.organization, zones.create({ name })))
  return call
})
