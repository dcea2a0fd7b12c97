import { Console, Effect } from "effect"
import { CommandFailed } from "./CommandFailed.ts"

/** Result of one check of an installation or a registry. */
export interface CheckResult {
  readonly about: string
  readonly verdict: "fine" | "advice" | "problem"
  readonly explanation: string
}

const marks: Record<CheckResult["verdict"], string> = { fine: "ok     ", advice: "advice ", problem: "PROBLEM" }

/** Prints a line for each result. Fails if one is a problem. */
export const printCheckResults = Effect.fnUntraced(function*(results: ReadonlyArray<CheckResult>) {
  const width = Math.max(12, ...results.map(({ about }) => about.length))
  for (const { about, explanation, verdict } of results) {
    yield* Console.log(`${marks[verdict]}  ${about.padEnd(width)} ${explanation}`)
  }
  const problems = results.filter(({ verdict }) => verdict === "problem").length
  if (problems > 0) {
    return yield* new CommandFailed({ message: `${problems} of ${results.length} checks found a problem` })
  }
})
