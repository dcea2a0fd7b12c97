import { PublishedZones } from "@namewright/core/dns"
import { makeEmbeddedNameserver } from "@namewright/nameservers"
import { Effect, Exit, Layer, Option, Scope } from "effect"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { exampleZones } from "./exampleZones.ts"

export interface ServerTask {
  readonly zones: number
}

const { zones: count } = taskOf<ServerTask>()

const program = Effect.gen(function*() {
  const zones = yield* exampleZones(count)
  const byName = new Map(zones.map((zone) => [zone.name, zone]))
  const published = Layer.succeed(PublishedZones, {
    get: (name) => Effect.succeed(Option.fromUndefinedOr(byName.get(name))),
    page: (after) => Effect.succeed(after === null ? zones : []),
    differences: () => Effect.succeedNone
  })
  // One network sends all queries.
  const { port } = yield* Effect.provide(makeEmbeddedNameserver({ port: 0, rateLimit: null }), published)
  return port
})

const scope = await Effect.runPromise(Scope.make())
const port = await Effect.runPromise(Effect.orDie(Scope.provide(program, scope)))
serveParent(port, () => Effect.runPromise(Scope.close(scope, Exit.void)))
