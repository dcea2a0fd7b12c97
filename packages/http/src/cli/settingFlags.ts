import { Effect, FileSystem, Option, Result } from "effect"
import { Flag } from "effect/cli"
import { CommandFailed } from "./CommandFailed.ts"
import { Environment } from "./Environment.ts"
import { readSettings, type Sources } from "./readSettings.ts"
import type { Setting } from "./Setting.ts"
import { type Settings, settings } from "./Settings.ts"

type Name = keyof Settings

const flagOf = ({ bare, description, flag, metavar, standard }: Setting<unknown>) => {
  const text = Flag.String(flag).pipe(
    Flag.withMetavar(metavar),
    Flag.withDescription(standard === undefined || standard === "" ? description : `${description} [${standard}]`)
  )
  return Flag.optional(bare === undefined ? text : Flag.withOptionalValue(text, bare))
}

const config = Flag.String("config").pipe(
  Flag.withMetavar("FILE"),
  Flag.withDescription("JSON file with settings, named like their flags"),
  Flag.optional
)

type TextFlags<N extends Name> = Record<N, ReturnType<typeof flagOf>>

/** Flags of some settings, and `--config`. `chosenSettings` reads their values. */
export const settingFlags = <const N extends Name>(...names: ReadonlyArray<N>) => ({
  config,
  ...Object.fromEntries(names.map((name) => [name, flagOf(settings[name])])) as TextFlags<N>
})

/** Settings by flags, environment and file. Fails with all problems. */
export const chosenSettings = Effect.fnUntraced(function*(
  flags: { readonly config: Option.Option<string> } & { readonly [N in Name]?: Option.Option<string> }
) {
  const environment = yield* Environment
  const file = yield* readFile(Option.getOrElse(flags.config, () => environment["NAMEWRIGHT_CONFIG"]))
  const texts = Object.fromEntries(
    Object.entries(flags).map(([name, text]) => [name, Option.getOrUndefined(text)])
  ) as Sources["flags"]
  const chosen = readSettings({ flags: texts, environment, file })
  if (Result.isSuccess(chosen)) return chosen.success
  return yield* new CommandFailed({
    message: `These settings cannot be used:\n${chosen.failure.map((problem) => `  ${problem}`).join("\n")}`
  })
})

const readFile = Effect.fnUntraced(function*(name: string | undefined) {
  if (name === undefined) return undefined
  const files = yield* FileSystem.FileSystem
  const text = yield* Effect.mapError(
    files.readFileString(name),
    (error) => new CommandFailed({ message: `The file ${name} of --config cannot be read: ${error.message}` })
  )
  const content = yield* Effect.try({
    try: (): unknown => JSON.parse(text),
    catch: (error) => new CommandFailed({ message: `The file ${name} of --config is not JSON: ${String(error)}` })
  })
  return { name, content }
})
