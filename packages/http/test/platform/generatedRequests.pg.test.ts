import * as Postgres from "@namewright/adapters-pg"
import { Effect } from "effect"
import { reusedDatabase } from "../../../../test/PostgresDatabase.ts"
import { testSize } from "../../../../test/testSize.ts"
import { generatedRequestsSuite } from "./generated/generatedRequestsSuite.ts"

const options = Effect.map(reusedDatabase, (url) => ({ storage: Postgres.layer({ url }) }))

generatedRequestsSuite({ count: testSize(40, 1000), seed: 19, options, timeout: 300_000 })
