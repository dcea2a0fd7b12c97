import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"
import { hostPool } from "./hostPool.ts"

const inSchema = Layer.unwrap(
  Effect.map(Effect.flatMap(freshDatabase, (url) => hostPool(url)), (pool) => layer({ pool, schema: "namewright" }))
)

storageContract("a pool of pg with a schema", inSchema)
