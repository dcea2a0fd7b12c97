import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { roundTests } from "../../../adapters-sql/test/reconciliation/roundTests.ts"

roundTests("SQLite", memoryDatabase())
