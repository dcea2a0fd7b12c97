import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { reconciliationTests } from "../../../adapters-sql/test/reconciliation/reconciliationTests.ts"

reconciliationTests("SQLite, many histories", memoryDatabase(), 25)
