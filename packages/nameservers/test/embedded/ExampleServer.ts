import { MemoryZones, type WrittenZone } from "@namewright/conformance"
import { PublishedZones } from "@namewright/core/dns"
import { Effect, Layer } from "effect"
import { makeEmbeddedNameserver } from "../../src/embedded/EmbeddedNameserver.ts"
import type { Message } from "../../src/index.ts"
import { serverOfTest } from "./ServerOfTest.ts"

export const written = (address: string, serial = 1): WrittenZone => ({
  serial,
  rrsets: [
    ["www", "A", address],
    ["long", "TXT", ...Array.from({ length: 20 }, (_, index) => `"${index} ${"x".repeat(100)}"`)],
    ["sub", "NS", "ns.other.test."]
  ]
})

/** A server with `example.test`, whose www has the address 192.0.2.1. */
export const server = (options: Parameters<typeof serverOfTest>[1] = {}) =>
  Effect.gen(function*() {
    const zones = new MemoryZones()
    const publication = yield* zones.put("example.test", written("192.0.2.1"))
    const { nameserver } = yield* serverOfTest(zones, options)
    // Until it has read the names of all zones, it answers questions for unknown ones with SERVFAIL.
    yield* nameserver.publish([publication])
    return { zones, nameserver, port: nameserver.port }
  })

/** A server that cannot read its zones while `state.isBroken` is set. */
export const flakyServer = Effect.gen(function*() {
  const zones = new MemoryZones()
  const state = { isBroken: false }
  yield* zones.put("example.test", written("192.0.2.1"))
  const flaky = Layer.effect(
    PublishedZones,
    Effect.map(PublishedZones, (published) => ({
      ...published,
      get: (name) => state.isBroken ? Effect.die(new Error("no connection")) : published.get(name)
    }))
  ).pipe(Layer.provide(zones.layer))
  const nameserver = yield* Effect.provide(makeEmbeddedNameserver({ port: 0 }), flaky)
  return { zones, state, nameserver, port: nameserver.port }
})

export const addressOf = ({ answers: [answer] }: Message.Message): string => answer?.rdata.join(".") ?? ""
