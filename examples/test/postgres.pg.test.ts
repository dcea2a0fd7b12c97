import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { freshDatabase } from "../../test/PostgresDatabase.ts"
import { withPostgres } from "../src/postgres.ts"

describe("examples", () => {
  it.live("postgres: registers at the same time, and locks a domain", () =>
    Effect.gen(function*() {
      const url = yield* freshDatabase
      const { locked, registered } = yield* Effect.promise(() => withPostgres(url))
      assert.deepStrictEqual(registered.map(({ name }) => name), [
        "first-shop.com",
        "second-shop.com",
        "third-shop.com"
      ])
      assert.include(locked.registry_statuses, "clientTransferProhibited")
    }).pipe(Effect.scoped), 60_000)
})
