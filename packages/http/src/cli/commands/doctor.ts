import { Effect } from "effect"
import { Command } from "effect/cli"
import { diagnose } from "../Diagnosis.ts"
import { printCheckResults } from "../printCheckResults.ts"
import { chosenSettings, settingFlags } from "../settingFlags.ts"
import { type Settings, settings } from "../Settings.ts"
import { withoutProxies } from "../tlsOf.ts"

export const doctor = Command.make(
  "doctor",
  settingFlags(...Object.keys(settings) as ReadonlyArray<keyof Settings>),
  Effect.fnUntraced(function*(flags) {
    yield* printCheckResults(yield* diagnose(withoutProxies(yield* chosenSettings(flags))))
  })
).pipe(Command.withDescription("Check the requirements of the platform, and explain what is missing"))
