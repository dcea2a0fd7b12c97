import { describe, it } from "@effect/vitest"
import { client } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { freshDatabase } from "./PostgresDatabase.ts"
import { migratedCount, migratedZones } from "./zoneOwnershipMigration.ts"

const database = Layer.unwrap(Effect.map(freshDatabase, (url) => client({ url, maxConnections: 2 })))

describe("Zones from before ownership on PostgreSQL", () => {
  it.live(`are served as those of former holders and due for a check: ${migratedCount} zones`, () =>
    migratedZones.pipe(
      Effect.tap((took) => Effect.log(`${migratedCount} zones on PostgreSQL: ${took} ms`)),
      Effect.provide(database)
    ), 30_000 + migratedCount)
})
