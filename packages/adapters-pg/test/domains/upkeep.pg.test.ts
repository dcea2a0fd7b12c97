import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { migratedDatabase } from "../../../../test/PostgresDatabase.ts"
import { upkeepSuite } from "../../../adapters-sql/test/domains/upkeepSuite.ts"

upkeepSuite("PostgreSQL", Layer.unwrap(Effect.map(migratedDatabase, (url) => storage({ url }))))
