import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import { CommandFailed } from "../CommandFailed.ts"
import { diagnose, type Finding } from "../Diagnosis.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"
import { type Settings, settings } from "../Settings.ts"

const marks: Record<Finding["verdict"], string> = { fine: "ok     ", advice: "advice ", problem: "PROBLEM" }

export const doctor = Command.make(
  "doctor",
  settingFlags(...Object.keys(settings) as ReadonlyArray<keyof Settings>),
  Effect.fnUntraced(function*(flags) {
    const findings = yield* diagnose(yield* chosenSettings(flags))
    for (const { about, explanation, verdict } of findings) {
      yield* Console.log(`${marks[verdict]}  ${about.padEnd(12)} ${explanation}`)
    }
    const problems = findings.filter(({ verdict }) => verdict === "problem").length
    if (problems > 0) {
      return yield* new CommandFailed({ message: `${problems} of ${findings.length} checks found a problem` })
    }
  })
).pipe(Command.withDescription("Check what the platform needs, and explain what is missing"))
