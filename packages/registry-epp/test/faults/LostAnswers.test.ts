import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import { assertLooked, assertNothing, assertOnce, prepared, sendings } from "./faultyRun.ts"
import { type Loss, lossSuite } from "./lossSuite.ts"
import { nameOf, wireOperations } from "./wireOperations.ts"
import { onTheWire, WireRegistry } from "./WirePlatform.ts"

const losses: ReadonlyArray<Loss> = [
  { title: "a cut before the server does it", fault: { _tag: "Cut", when: "before" }, leaves: "undone" },
  { title: "a cut after the server has done it", fault: { _tag: "Cut", when: "after" }, leaves: "done" },
  { title: "2400 for what is not done", fault: { _tag: "Fail", code: 2400, when: "before" }, leaves: "undone" },
  { title: "2400 for what is done all the same", fault: { _tag: "Fail", code: 2400, when: "after" }, leaves: "done" },
  { title: "another command's id", fault: { _tag: "WrongId", clTRID: "NW-somebody-else" }, leaves: "done" }
]

for (const loss of losses) lossSuite(loss)

for (const when of ["before", "after"] as const) {
  layer(onTheWire())(`Where nobody can be asked for a while either, cut ${when} it was done`, (it) => {
    for (const operation of wireOperations) {
      it.effect(`${operation.title} is left open, and found out by recovery`, () =>
        Effect.gen(function*() {
          const { server } = yield* WireRegistry
          const { after = 0, asks = 0, command, look = "DomainInfo" } = operation
          const before = yield* prepared(operation, nameOf(operation, `blind-${when}`))
          const cut = { _tag: "Cut", when: "before" } as const
          server.faults.inject({ command, after, fault: { _tag: "Cut", when } })
          // A query is asked three times.
          server.faults.inject({ command: look, after: asks, times: 3, fault: cut })
          yield* Effect.exit(operation.run(before.owner, before.name))
          server.faults.clear()
          yield* recovery
          yield* assertOnce(operation, before)
          yield* assertLooked(operation, before)
        }))
    }
  })
}

for (const code of [2501, 2502]) {
  layer(onTheWire())(`A registry that ends the session with ${code} in place of an answer`, (it) => {
    for (const operation of wireOperations) {
      it.effect(`has not done ${operation.title}, which costs nothing, and does it another time`, () =>
        Effect.gen(function*() {
          const { server } = yield* WireRegistry
          const { after = 0, command } = operation
          const before = yield* prepared(operation, nameOf(operation, `ended-${code}`))
          server.faults.inject({ command, after, fault: { _tag: "Fail", code, when: "before" } })
          const outcome = yield* Effect.result(operation.run(before.owner, before.name))
          // What has begun by then is gone on with.
          if (operation.beside.includes("restore")) {
            yield* recovery
            return yield* assertOnce(operation, before)
          }
          assert.strictEqual(outcome._tag, "Failure")
          yield* assertNothing(operation, before)
          yield* operation.run(before.owner, before.name)
          yield* recovery
          assert.strictEqual((yield* sendings(operation, before)).length, 1 + (operation.commands ?? 1))
        }))
    }
  })
}
