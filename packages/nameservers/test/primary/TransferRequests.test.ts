import { assert, describe, it } from "@effect/vitest"
import { nameOf } from "@namewright/conformance"
import { newZoneId } from "@namewright/core/dns"
import { Deferred, Effect, Fiber, Option, Result } from "effect"
import { Message, rrTypes } from "../../src/index.ts"
import { Catalog } from "../../src/primary/Catalog.ts"
import { hiddenPrimarySettings } from "../../src/primary/Secondary.ts"
import { transferRequests } from "../../src/primary/TransferRequests.ts"
import type { ZoneVersion } from "../../src/primary/ZoneVersion.ts"
import type { Source } from "../../src/transport/effectHandlers.ts"
import { question } from "../embedded/ServerOfTest.ts"
import { key } from "./SecondaryOfTest.ts"

const zone = nameOf("example.test")
const source: Source = { transport: "tcp", address: "127.0.0.1" }

describe("transfers", () => {
  it.effect("read their zone only when they begin", () =>
    Effect.gen(function*() {
      const dns_zone_id = yield* newZoneId
      const soa = { name: zone, type: rrTypes.SOA, ttl: 300, rdata: [new Uint8Array(22)] }
      const version: ZoneVersion = { dns_zone_id, serial: 1, soa, rrsets: [], isSigned: false }
      const catalog = new Catalog(nameOf("catalog.invalid"))
      catalog.put(zone, dns_zone_id, 1)
      let read = 0
      const handle = yield* transferRequests({
        settings: Result.getOrThrow(hiddenPrimarySettings({
          host: "127.0.0.1",
          port: 0,
          keys: [key],
          secondaries: [{ name: "secondary", host: source.address, key: key.name, trustAddress: true }]
        })),
        catalog,
        versions: {
          current: () =>
            Effect.sync(() => {
              read++
              return Option.some(version)
            }),
          since: () => Effect.succeed(Option.none())
        },
        transferred: () => undefined
      })
      const octets = Message.encode(question("example.test.", rrTypes.AXFR))
      const taken = yield* Deferred.make<void>()
      const all = Effect.forEach(
        Array.from({ length: 40 }),
        () => handle(octets, source, () => Deferred.await(taken)),
        { concurrency: "unbounded", discard: true }
      )
      const sending = yield* Effect.forkChild(all, { startImmediately: true })
      yield* Effect.yieldNow
      assert.strictEqual(read, 32)
      yield* Deferred.succeed(taken, undefined)
      yield* Fiber.join(sending)
      assert.strictEqual(read, 40)
    }))
})
