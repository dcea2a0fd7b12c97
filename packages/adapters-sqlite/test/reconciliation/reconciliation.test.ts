import { layer as storage } from "@namewright/adapters-sqlite"
import { reconciliationTests } from "../../../adapters-sql/test/reconciliation/reconciliationTests.ts"

reconciliationTests("SQLite", storage({ filename: ":memory:" }), 1)
