import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { reusedDatabaseOf } from "../../../test/PostgresDatabase.ts"
import { hostPool } from "./hostPool.ts"

const schema = "namewright"

const inSchema = Layer.unwrap(
  Effect.map(Effect.flatMap(reusedDatabaseOf(schema), (url) => hostPool(url)), (pool) => layer({ pool, schema }))
)

storageContract("a pool of pg with a schema", inSchema)
