import { layer } from "@namewright/adapters-pg"
import { FewRows } from "@namewright/adapters-sql"
import { zoneListContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"

/** Lists through tags, searches and scopes return the same rows as scans in sort order. */
for (const few of [0, 2]) {
  const storage = Layer.unwrap(Effect.map(migratedDatabase, (url) => layer({ url })))
  zoneListContract(`postgres, ${few} rows are few`, storage.pipe(Layer.provide(Layer.succeed(FewRows, few))))
}
