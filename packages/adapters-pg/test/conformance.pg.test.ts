import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { reusedDatabase } from "../../../test/PostgresDatabase.ts"

storageContract("postgres", Layer.unwrap(Effect.map(reusedDatabase, (url) => layer({ url }))))
