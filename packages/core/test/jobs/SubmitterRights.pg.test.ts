import { layer } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { submitterRightsSuite } from "./submitterRightsSuite.ts"

submitterRightsSuite("postgres", Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url, maxConnections: 4 }))))
