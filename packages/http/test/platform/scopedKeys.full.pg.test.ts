import { layer } from "@effect/vitest"
import * as Postgres from "@namewright/adapters-pg"
import { Effect, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { TestPlatform } from "../support/TestPlatform.ts"
import { OwnedObjects } from "./OwnedObjects.ts"
import { ScopedCallers } from "./ScopedCallers.ts"
import { assertKeptWithin } from "./scopedSuite.ts"

const platform = Layer.unwrap(
  Effect.map(
    reusedDatabase,
    (url) => TestPlatform.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) })
  )
)

layer(ScopedCallers.layer.pipe(Layer.provideMerge(OwnedObjects.layer), Layer.provideMerge(platform)), {
  timeout: 60_000
})("every operation with restricted keys on PostgreSQL", (it) => {
  it.effect("is refused, or keeps them within their objects", () =>
    Effect.gen(function*() {
      const { dns_zone_id, domain_id, restricted, tag_id, zone_tag_id } = yield* ScopedCallers
      for (
        const restrictions of [
          { names: ["scoped.*"] },
          { ids: [domain_id, dns_zone_id] },
          { tag_ids: [tag_id, zone_tag_id] }
        ]
      ) {
        yield* assertKeptWithin({ key: yield* restricted(restrictions) })
      }
    }), 60_000)
})
