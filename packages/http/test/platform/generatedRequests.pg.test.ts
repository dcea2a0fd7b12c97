import * as Postgres from "@namewright/adapters-pg"
import { Effect } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

const options = Effect.map(freshDatabase, (url) => ({ storage: Postgres.layer({ url }) }))

generatedRequestsSuite({ count: 1000, seed: 4, options, timeout: 300_000 })
