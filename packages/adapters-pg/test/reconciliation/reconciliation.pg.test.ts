import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { reconciliationTests } from "../../../adapters-sql/test/reconciliation/reconciliationTests.ts"

reconciliationTests("PostgreSQL", Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url }))), 1)
