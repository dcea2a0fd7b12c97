import { assert, layer } from "@effect/vitest"
import { Deletions } from "@namewright/core/domains"
import { RegistryIntents, RegistrySimulator } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import {
  chargesOf,
  type Customer,
  customer,
  eventsOf,
  openIntents,
  ownedByRival,
  register,
  round,
  transferIn
} from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import type { EppFault } from "../../src/server/index.ts"
import { currentDomain } from "./wireOperations.ts"
import { backend, onTheWire, WireRegistry } from "./WirePlatform.ts"

/** Recovery alone: the registry's messages are not read. */
const recoverOnly = Effect.gen(function*() {
  const intents = yield* RegistryIntents
  yield* Effect.forEach(yield* intents.claimDue(100), ({ intent_id }) => intents.settle(intent_id))
})

const statusesOf = (owner: Customer, name: string) =>
  Effect.map(currentDomain(owner, name), (domain) => domain?.registry_statuses ?? [])

const cutAfter: EppFault = { _tag: "Cut", when: "after" }

layer(onTheWire())("Commands that the registry accepts and decides later (1001)", (it) => {
  for (const lost of [false, true]) {
    const though = lost ? ", though its answer was lost" : ""
    const label = lost ? "lost" : "kept"

    it.effect(`is a registration when a message says so${though}`, () =>
      Effect.gen(function*() {
        const { carriedOut, server } = yield* WireRegistry
        const owner = yield* customer()
        const name = `pending-reported-${label}.wire`
        if (lost) server.faults.inject({ command: "DomainCreate", object: name, fault: cutAfter })
        const domain = yield* register(owner, name)
        assert.include(domain.registry_statuses, "pendingCreate")
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create pending 24.90"])
        yield* TestClock.adjust("61 seconds")
        yield* round
        assert.notInclude(yield* statusesOf(owner, name), "pendingCreate")
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
        assert.lengthOf(carriedOut.filter(({ command, object }) => command === "create" && object === name), 1)
        yield* recovery
        assert.deepStrictEqual(yield* eventsOf(owner, domain.domain_id), [
          "REGISTRATION/NOTIFICATION",
          "REGISTRATION/SUCCESS"
        ])
      }))

    it.effect(`is a registration when the name shows it, without a message${though}`, () =>
      Effect.gen(function*() {
        const { server } = yield* WireRegistry
        const owner = yield* customer()
        const name = `pending-seen-${label}.wire`
        if (lost) server.faults.inject({ command: "DomainCreate", object: name, fault: cutAfter })
        const domain = yield* register(owner, name)
        yield* TestClock.adjust("10 minutes")
        yield* recoverOnly
        assert.notInclude(yield* statusesOf(owner, name), "pendingCreate")
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create succeeded 24.90"])
        assert.deepStrictEqual(yield* openIntents(domain), [])
      }))

    it.effect(`costs nothing when the registry decides against it${though}`, () =>
      Effect.gen(function*() {
        const { balance, server } = yield* WireRegistry
        const owner = yield* customer()
        const name = `pending-refused-${label}.wire`
        if (lost) server.faults.inject({ command: "DomainCreate", object: name, fault: cutAfter })
        const before = yield* balance
        yield* register(owner, name)
        yield* TestClock.adjust("61 seconds")
        yield* round
        assert.isUndefined(yield* currentDomain(owner, name))
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["create failed 24.90"])
        assert.strictEqual(yield* balance, before)
      }))

    it.effect(`is a restore behind its report${though}`, () =>
      Effect.gen(function*() {
        const { carriedOut, server } = yield* WireRegistry
        const owner = yield* customer()
        const deletions = yield* Deletions
        const name = DomainName.make(`pending-back-${label}.wire`)
        yield* register(owner, name)
        yield* TestClock.adjust("6 days")
        yield* round
        yield* owner.act(deletions.remove(name))
        if (lost) server.faults.inject({ command: "DomainUpdate", object: name, after: 1, fault: cutAfter })
        yield* Effect.exit(owner.act(deletions.restore(name, {})))
        assert.include(yield* statusesOf(owner, name), "pendingRestore")
        yield* TestClock.adjust("61 seconds")
        yield* round
        yield* recovery
        const restored = yield* currentDomain(owner, name)
        assert.isNull(restored?.canceled_on)
        assert.deepStrictEqual(
          carriedOut.filter(({ object }) => object === name).map(({ command }) => command),
          ["create", "delete", "restore", "report"]
        )
        assert.deepStrictEqual((yield* chargesOf(owner, name)).slice(0, 2), [
          "create succeeded 24.90",
          "restore succeeded 85.00"
        ])
      }))

    it.effect(`is a transfer when its time is over${though}`, () =>
      Effect.gen(function*() {
        const { carriedOut, server, simulator } = yield* WireRegistry
        const owner = yield* customer()
        const name = `coming-${label}.wire`
        yield* Effect.provideService(ownedByRival(name, backend, "Transfer-Code-1"), RegistrySimulator, simulator)
        if (lost) server.faults.inject({ command: "DomainTransfer", object: name, fault: cutAfter })
        yield* transferIn(owner, name)
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer pending 29.90"])
        yield* TestClock.adjust("5 days")
        yield* TestClock.adjust("1 minute")
        yield* round
        assert.include(yield* statusesOf(owner, name), "transferPeriod")
        assert.deepStrictEqual(yield* chargesOf(owner, name), ["transfer succeeded 29.90"])
        assert.lengthOf(carriedOut.filter(({ command, object }) => command === "transfer" && object === name), 1)
      }))
  }
})
