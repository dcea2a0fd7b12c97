import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { reconciliationTests } from "../../../adapters-sql/test/reconciliation/reconciliationTests.ts"

reconciliationTests("SQLite", memoryDatabase(), 1)
