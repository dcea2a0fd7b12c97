import { sqlite } from "@namewright/adapters-sqlite"
import { transactionCases } from "./transactionCases.ts"

transactionCases("SQLite", {
  placeholder: "?",
  withStorage: (use) => use(sqlite({ filename: ":memory:" }))
})
