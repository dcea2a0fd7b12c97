import { memoryDatabase } from "../../../../test/memoryDatabase.ts"
import { transactionCases } from "./transactionCases.ts"

transactionCases("SQLite", {
  placeholder: "?",
  withStorage: (use) => use(memoryDatabase())
})
