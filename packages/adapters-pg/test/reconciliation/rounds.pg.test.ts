import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { roundTests } from "../../../adapters-sql/test/reconciliation/roundTests.ts"

roundTests("PostgreSQL", Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url }))))
