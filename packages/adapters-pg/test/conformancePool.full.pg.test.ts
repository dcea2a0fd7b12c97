import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../test/PostgresDatabase.ts"
import { hostPool } from "./hostPool.ts"

const onPool = Layer.unwrap(
  Effect.map(Effect.flatMap(reusedDatabase, (url) => hostPool(url)), (pool) => layer({ pool }))
)

storageContract("a pool of pg", onPool)
