import { layer as storage } from "@namewright/adapters-sqlite"
import { growthSuite, upkeepSuite } from "../../../adapters-sql/test/domains/upkeepSuite.ts"

upkeepSuite("SQLite", storage({ filename: ":memory:" }))
growthSuite("SQLite", storage({ filename: ":memory:" }))
