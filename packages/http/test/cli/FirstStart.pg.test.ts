import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option, Redacted } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { firstStart } from "../../src/cli/FirstStart.ts"
import { platformOf } from "../../src/cli/platformOf.ts"

describe("firstStart", () => {
  it.live(
    "makes one organization and one key when processes start together on an empty database",
    () =>
      Effect.gen(function*() {
        const url = Redacted.make(yield* freshDatabase)
        const start = Effect.provide(
          firstStart,
          Layer.fresh(
            platformOf({
              database: { type: "postgres", url },
              environment: "sandbox",
              logFormat: "json",
              keyEncryptionSecret: undefined
            })
          )
        )
        const made = yield* Effect.all([start, start, start], { concurrency: "unbounded" })
        assert.strictEqual(made.filter(Option.isSome).length, 1)
        assert.isTrue(Option.isNone(yield* start))
      }).pipe(Effect.provide(NodeServices.layer), Effect.scoped),
    60_000
  )
})
