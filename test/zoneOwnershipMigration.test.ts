import { describe, it } from "@effect/vitest"
import { SqliteClient } from "@namewright/adapters-sqlite"
import { Effect } from "effect"
import { migratedCount, migratedZones } from "./zoneOwnershipMigration.ts"

describe("Zones from before ownership on SQLite", () => {
  it.live(`are served as those of former holders and due for a check: ${migratedCount} zones`, () =>
    migratedZones.pipe(
      Effect.tap((took) => Effect.log(`${migratedCount} zones on SQLite: ${took} ms`)),
      Effect.provide(SqliteClient.layer({ filename: ":memory:" }))
    ), 30_000 + migratedCount)
})
