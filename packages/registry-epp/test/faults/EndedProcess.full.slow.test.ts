import { assert, layer } from "@effect/vitest"
import { layer as sqlite } from "@namewright/adapters-sqlite"
import { RegistryMessages } from "@namewright/core/domains"
import type { PlatformServices } from "@namewright/core/embed"
import { newCommandId } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Effect, Exit, Fiber, Layer, Queue, Scope } from "effect"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { type Customer, customer, eventsOf, register } from "../../../core/test/domains/DomainsPlatform.ts"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { assertOnce, prepared, sendings } from "./faultyRun.ts"
import { nameOf, wireOperations } from "./wireOperations.ts"
import { backend, platformOnWire, WireRegistry } from "./WirePlatform.ts"

/** A database file for one test. */
const databaseFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "namewright-epp-"))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true }))
  ),
  (folder) => join(folder, "data.sqlite")
)

/** One run of the platform on a database that outlives it, with sessions of its own. */
const inOneRun = <A, E>(filename: string, work: Effect.Effect<A, E, PlatformServices | WireRegistry | Scope.Scope>) =>
  Effect.provide(Effect.scoped(work), Layer.fresh(platformOnWire(sqlite({ filename, synchronous: "normal" }))), {
    local: true
  })

layer(WireRegistry.layer)("A process that ends", (it) => {
  for (const operation of wireOperations) {
    it.effect(`in the middle of ${operation.title} leaves the next one to find out what became of it`, () =>
      Effect.gen(function*() {
        const { carriedOut, happenings, server, waits, wireClock } = yield* WireRegistry
        const { after = 0, command, commands = 1 } = operation
        const filename = yield* databaseFile
        const done = operation.carriedOut.find((one) => !operation.beside.includes(one))

        const scope = yield* Scope.make()
        const services = yield* Layer.buildWithScope(
          Layer.fresh(platformOnWire(sqlite({ filename, synchronous: "normal" }))),
          scope
        )
        const before = yield* Effect.provide(prepared(operation, nameOf(operation, "ended")), services)
        server.faults.inject({ command, after, fault: { _tag: "Delay", until: Effect.never } })
        const running = yield* Effect.forkDetach(
          Effect.provide(Effect.exit(operation.run(before.owner, before.name)), services)
        )
        yield* happenings.until(() => carriedOut.slice(before.carriedOut).some((one) => one.command === done))
        // The pool waits for the answer as long as it may, and gives up; then the database closes.
        yield* Queue.clear(waits)
        const closing = yield* Effect.forkChild(Scope.close(scope, Exit.void))
        yield* Queue.take(waits)
        yield* wireClock.adjust("10 seconds")
        yield* Fiber.join(closing)
        yield* Fiber.await(running)

        yield* inOneRun(
          filename,
          Effect.gen(function*() {
            yield* recovery
            yield* assertOnce(operation, before)
            assert.lengthOf(yield* sendings(operation, before), commands + (operation.isRepeated === true ? 1 : 0))
          })
        )
      }))
  }

  it.effect("between the storage of a message and its acknowledgement has applied it once", () =>
    Effect.gen(function*() {
      const { sent, server, simulator } = yield* WireRegistry
      const filename = yield* databaseFile
      const poll = Effect.flatMap(RegistryMessages, (messages) => messages.poll)
      const reported = (owner: Customer, id: string) =>
        Effect.map(eventsOf(owner, id), (events) => events.filter((event) => event.startsWith("OUTBOUND")))

      const first = yield* inOneRun(
        filename,
        Effect.gen(function*() {
          const owner = yield* customer()
          const domain = yield* register(owner, "asked-between.wire")
          yield* poll
          yield* simulator.registry(backend, "rival").requestTransfer({
            command_id: yield* newCommandId,
            name: DomainName.make(domain.name),
            auth_code: domain.auth_code,
            period: null,
            contacts: [],
            nameservers: [],
            attributes: {},
            fee: null
          })
          server.faults.inject({ command: "PollAcknowledgement", fault: { _tag: "Cut", when: "before" } })
          yield* poll
          assert.deepStrictEqual(yield* reported(owner, domain.domain_id), ["OUTBOUND_TRANSFER/NOTIFICATION"])
          return { owner, domain }
        })
      )
      const from = sent.length
      yield* inOneRun(
        filename,
        Effect.gen(function*() {
          assert.strictEqual(yield* poll, 1)
          assert.deepStrictEqual(yield* reported(first.owner, first.domain.domain_id), [
            "OUTBOUND_TRANSFER/NOTIFICATION"
          ])
          assert.strictEqual(yield* poll, 0)
        })
      )
      const tags = sent.slice(from).map(({ command }) => command._tag)
      assert.lengthOf(tags.filter((tag) => tag === "PollAcknowledgement"), 1)
    }))
})
