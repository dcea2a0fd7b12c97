import * as Postgres from "@namewright/adapters-pg"
import { Effect, Layer, Redacted } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { passkeySuite } from "./passkeySuite.ts"
import { RealmServer } from "./RealmServer.ts"

passkeySuite(
  "PostgreSQL",
  Layer.unwrap(Effect.map(
    reusedDatabase,
    (url) => RealmServer.layerWith({}, { storage: Postgres.layer({ url: Redacted.make(url) }) }, "localhost")
  ))
)
