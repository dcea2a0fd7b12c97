import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../../../test/PostgresDatabase.ts"

storageContract("postgres", Layer.unwrap(Effect.map(freshDatabase, (url) => layer({ url }))))
