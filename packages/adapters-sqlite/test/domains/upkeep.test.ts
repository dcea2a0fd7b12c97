import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { upkeepSuite } from "../../../adapters-sql/test/domains/upkeepSuite.ts"

upkeepSuite("SQLite", memoryDatabase())
