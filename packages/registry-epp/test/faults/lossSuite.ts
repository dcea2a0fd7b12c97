import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { recovery } from "../../../core/test/domains/faultSuite.ts"
import type { EppFault } from "../../src/server/index.ts"
import { assertLooked, assertOnce, prepared, sendings } from "./faultyRun.ts"
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
      it.effect(`${operation.title} is done, paid and told once`, () =>
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
