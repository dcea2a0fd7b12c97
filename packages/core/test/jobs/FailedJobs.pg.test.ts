import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { failedJobsSuite } from "./failedJobsSuite.ts"

failedJobsSuite("pg", Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: 4 }))))
