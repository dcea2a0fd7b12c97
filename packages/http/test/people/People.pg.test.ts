import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { peopleOn, peopleSuite } from "./peopleSuite.ts"

peopleSuite(
  "PostgreSQL",
  peopleOn(Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: 4 }))))
)
