import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import type { EppFault } from "../../src/server/index.ts"
import { assertLooked, assertNothing, assertOnce, prepared, sendings } from "./faultyRun.ts"
import { nameOf, wireOperations } from "./wireOperations.ts"
import { onTheWire, WireRegistry } from "./WirePlatform.ts"

/** An exchange that goes wrong. */
export interface Loss {
  readonly title: string
  readonly fault: EppFault
  /** What the client can know: nothing, although the registry has done it or not, or everything. */
  readonly leaves: "undone" | "done" | "answered"
}

/** Every operation meets the loss once, and is done once all the same. */
export const lossSuite = ({ fault, leaves, title }: Loss) =>
  layer(onTheWire())(`After ${title}`, (it) => {
    for (const operation of wireOperations) {
      it.effect(`${operation.title} is done, paid and reported once`, () =>
        Effect.gen(function*() {
          const { server } = yield* WireRegistry
          const { after = 0, command, commands = 1 } = operation
          const before = yield* prepared(operation, nameOf(operation, "lost"))
          server.faults.inject({ command, after, fault })
          yield* operation.run(before.owner, before.name)
          yield* recovery
          yield* assertOnce(operation, before)
          if (leaves !== "answered") yield* assertLooked(operation, before)
          const isSentAgain = leaves === "undone" || (leaves === "done" && operation.isRepeated === true)
          assert.lengthOf(yield* sendings(operation, before), commands + (isSentAgain ? 1 : 0))
        }))
    }
  })

/** Every operation is cut off where its outcome cannot be asked for either, and is found out later. */
export const blindLossSuite = (when: "before" | "after") =>
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

/** Every operation meets a registry that ends the session instead of answering. */
export const endedSessionSuite = (code: 2501 | 2502) =>
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
