import { type Benchmark, type Figure, scaled } from "./harness/Benchmark.ts"
import { runChild } from "./harness/ChildProcess.ts"
import type { InvoicesResult, InvoicesTask } from "./invoices/process.ts"

const defaultPayers = 10_000
const chargesPerPayer = 10

/** Time of a month end. */
export const benchmark: Benchmark = {
  name: "invoices",
  about: `The invoices of a month of ${
    defaultPayers.toLocaleString("en")
  } payers with ${chargesPerPayer} charges each, as the round at a month end issues them: number, content, transactions, object log, event and mail of each invoice. Nothing else runs. The charges of a payer wait for the transaction with its invoice.`,
  run: async (setting) => {
    const payers = scaled(setting, defaultPayers, 500)
    const task: InvoicesTask = { storage: await setting.databases.postgres(), payers, chargesPerPayer }
    const result = await runChild<InvoicesResult>("invoices/process.ts", task)
    setting.progress(`${result.invoices} invoices, filled in ${result.fillSeconds.toFixed(0)} s`)
    if (result.invoices !== payers) throw new Error(`${result.invoices} invoices of ${payers} payers`)
    const figures: ReadonlyArray<Figure> = [
      {
        what: `Month end of ${payers.toLocaleString("en")} payers, PostgreSQL`,
        unit: "s",
        ours: result.seconds,
        bound: { of: "ours", side: "at most", must: 60 }
      },
      { what: "Longest transaction of it", unit: "ms", ours: result.longestMillis }
    ]
    return figures
  }
}
