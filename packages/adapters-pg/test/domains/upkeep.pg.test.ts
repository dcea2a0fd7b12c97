import { layer as storage } from "@namewright/adapters-pg"
import { Effect, Layer } from "effect"
import { freshDatabase } from "../../../../test/PostgresDatabase.ts"
import { growthSuite, upkeepSuite } from "../../../adapters-sql/test/domains/upkeepSuite.ts"

const fresh = () => Layer.unwrap(Effect.map(freshDatabase, (url) => storage({ url })))

upkeepSuite("PostgreSQL", fresh())
growthSuite("PostgreSQL", fresh())
