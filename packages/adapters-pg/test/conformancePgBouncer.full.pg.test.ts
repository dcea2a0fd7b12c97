import { describe } from "@effect/vitest"
import { layer } from "@namewright/adapters-pg"
import { storageContract } from "@namewright/conformance"
import { Effect, Layer } from "effect"
import { pgBouncer } from "../../../test/PgBouncer.ts"
import { reusedDatabase } from "../../../test/PostgresDatabase.ts"
import { requires } from "../../../test/requires.ts"

const behindPooler = Layer.unwrap(
  Effect.map(Effect.flatMap(reusedDatabase, pgBouncer), (url) => layer({ url, pooler: true }))
)

describe("behind PgBouncer", requires("pgbouncer"), () => {
  storageContract("PgBouncer", behindPooler)
})
