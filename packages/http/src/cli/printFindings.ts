import { Console, Effect } from "effect"
import { CommandFailed } from "./CommandFailed.ts"

/** Result of one check of an installation or a registry. */
export interface Finding {
  readonly about: string
  readonly verdict: "fine" | "advice" | "problem"
  readonly explanation: string
}

const marks: Record<Finding["verdict"], string> = { fine: "ok     ", advice: "advice ", problem: "PROBLEM" }

/** Prints a line per finding. Fails if one is a problem. */
export const printFindings = Effect.fnUntraced(function*(findings: ReadonlyArray<Finding>) {
  const width = Math.max(12, ...findings.map(({ about }) => about.length))
  for (const { about, explanation, verdict } of findings) {
    yield* Console.log(`${marks[verdict]}  ${about.padEnd(width)} ${explanation}`)
  }
  const problems = findings.filter(({ verdict }) => verdict === "problem").length
  if (problems > 0) {
    return yield* new CommandFailed({ message: `${problems} of ${findings.length} checks found a problem` })
  }
})
