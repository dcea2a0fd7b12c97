import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { peopleOn, peopleRaces } from "./peopleSuite.ts"

peopleRaces(
  "PostgreSQL",
  peopleOn(Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: 8 }))))
)
