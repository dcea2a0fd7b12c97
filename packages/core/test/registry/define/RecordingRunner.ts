import type { ContractRunner } from "@namewright/conformance/drivers"

/** Outcome of one case. */
export interface RecordedCase {
  readonly name: string
  readonly outcome: "passed" | "skipped" | "failed"
  readonly error?: unknown
}

/** A test runner that records the cases of a contract, to assert which pass, fail and are skipped. */
export const recordedCases = async (
  register: (runner: ContractRunner) => void
): Promise<ReadonlyArray<RecordedCase>> => {
  const cases: Array<{ readonly name: string; readonly run?: () => Promise<void> }> = []
  const ends: Array<() => Promise<void>> = []
  register({
    describe: (_, define) => define(),
    it: Object.assign((name: string, run: () => Promise<void>) => void cases.push({ name, run }), {
      skip: (name: string) => void cases.push({ name })
    }),
    after: (end) => void ends.push(end)
  })
  const recorded: Array<RecordedCase> = []
  for (const { name, run } of cases) {
    try {
      await run?.()
      recorded.push({ name, outcome: run === undefined ? "skipped" : "passed" })
    } catch (error) {
      recorded.push({ name, outcome: "failed", error })
    }
  }
  for (const end of ends) await end()
  return recorded
}

/** Number of cases by outcome. */
export const countsOf = (cases: ReadonlyArray<RecordedCase>) => ({
  passed: cases.filter(({ outcome }) => outcome === "passed").length,
  skipped: cases.filter(({ outcome }) => outcome === "skipped").length,
  failed: cases.filter(({ outcome }) => outcome === "failed").map(({ name }) => name)
})
