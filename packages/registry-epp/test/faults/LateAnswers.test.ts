import { assert, layer } from "@effect/vitest"
import { RegistryRouter } from "@namewright/core/registry"
import { DomainName } from "@namewright/core/shared"
import { Deferred, Effect, Fiber, Option } from "effect"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { assertOnce, prepared, sendings } from "./faultyRun.ts"
import { nameOf, wireOperations } from "./wireOperations.ts"
import { backend, onTheWire, WireRegistry } from "./WirePlatform.ts"

layer(onTheWire())("A response after its time limit", (it) => {
  for (const operation of wireOperations) {
    it.effect(`is given to no other command, and ${operation.title} is found to be done`, () =>
      Effect.gen(function*() {
        const { carriedOut, happenings, server, wireClock } = yield* WireRegistry
        const registry = Option.getOrThrow((yield* RegistryRouter).find(backend))
        const { after = 0, command, commands = 1 } = operation
        const before = yield* prepared(operation, nameOf(operation, "late"))
        const late = yield* Deferred.make<void>()
        server.faults.inject({ command, after, fault: { _tag: "Delay", until: Deferred.await(late) } })
        const done = operation.carriedOut.find((one) => !operation.beside.includes(one))
        const running = yield* Effect.forkChild(operation.run(before.owner, before.name))
        yield* happenings.until(() => carriedOut.slice(before.carriedOut).some((one) => one.command === done))
        yield* wireClock.adjust("29 seconds")
        assert.isUndefined(running.pollUnsafe())
        yield* wireClock.adjust("1 second")
        yield* Fiber.await(running)
        yield* Deferred.succeed(late, undefined)
        // Were the late answer given to anybody, it would be to one of these.
        const missing = DomainName.make(`nobody-${before.name}`)
        const seen = yield* Effect.all([registry.infoDomain(missing), registry.checkDomains([missing])], {
          concurrency: "unbounded"
        })
        assert.isTrue(Option.isNone(seen[0]))
        assert.deepStrictEqual(seen[1].map(({ available, name }) => [name, available]), [[missing, true]])
        yield* recovery
        yield* assertOnce(operation, before)
        assert.lengthOf(yield* sendings(operation, before), commands + (operation.isRepeated === true ? 1 : 0))
      }))
  }
})
