import { layer as storage } from "@namewright/adapters-sqlite"
import { roundTests } from "../../../adapters-sql/test/reconciliation/roundTests.ts"

roundTests("SQLite", storage({ filename: ":memory:" }))
