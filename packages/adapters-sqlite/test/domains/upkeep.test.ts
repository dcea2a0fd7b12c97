import { layer as storage } from "@namewright/adapters-sqlite"
import { upkeepSuite } from "../../../adapters-sql/test/domains/upkeepSuite.ts"

upkeepSuite("SQLite", storage({ filename: ":memory:" }))
