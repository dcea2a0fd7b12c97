import { layer as postgres } from "@namewright/adapters-pg"
import { concurrentChanges } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"

/** Each writer has a connection of its own, as have the open transaction and the reader. */
const storage = Layer.unwrap(Effect.map(migratedDatabase, (url) => postgres({ url, maxConnections: 20 })))

concurrentChanges("PostgreSQL, with an open transaction", storage, { holds: true, rounds: 25 })
