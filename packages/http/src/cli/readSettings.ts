import { Predicate, Result } from "effect"
import { type Setting, variableOf } from "./Setting.ts"
import { type Settings, settings } from "./Settings.ts"

/** Sources of settings. Flags override the environment, which overrides the file. */
export interface Sources {
  readonly flags: { readonly [K in keyof Settings]?: string | undefined }
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Parsed configuration file, if any. */
  readonly file?: { readonly name: string; readonly content: unknown } | undefined
}

/** Settings, or all problems of the choices, one line each. */
export const readSettings = (sources: Sources): Result.Result<Settings, ReadonlyArray<string>> => {
  const problems: Array<string> = [...fileProblems(sources.file)]
  const read = Object.entries(settings).map(([key, setting]: [string, Setting<unknown>]) => {
    const choice = choiceOf(sources, key as keyof Settings, setting)
    if (choice === undefined) return [key, undefined]
    const value = setting.read(choice.text)
    if (Result.isSuccess(value)) return [key, value.success]
    problems.push(`${choice.from}: ${value.failure}${setting.secret ? "" : `, got "${choice.text}"`}`)
    return [key, undefined]
  })
  return problems.length === 0 ? Result.succeed(Object.fromEntries(read) as Settings) : Result.fail(problems)
}

interface Choice {
  readonly text: string
  /** Name of the source for the operator. */
  readonly from: string
}

const choiceOf = (
  { environment, file, flags }: Sources,
  key: keyof Settings,
  setting: Setting<unknown>
): Choice | undefined => {
  const flag = flags[key]
  if (flag !== undefined) return { text: flag, from: `--${setting.flag}` }
  const variable = environment[variableOf(setting)]
  if (variable !== undefined && variable !== "") return { text: variable, from: variableOf(setting) }
  const written = textOf(Predicate.isObject(file?.content) ? file.content[setting.flag] : undefined)
  if (written !== undefined) return { text: written, from: `${setting.flag} in ${file?.name}` }
  return setting.standard === undefined ? undefined : { text: setting.standard, from: `--${setting.flag}` }
}

/** Value of the file in the form of the command line. */
const textOf = (value: unknown): string | undefined =>
  Array.isArray(value) ? value.join(",") : value === undefined || value === null ? undefined : String(value)

const fileProblems = (file: Sources["file"]): ReadonlyArray<string> => {
  if (file === undefined) return []
  if (!Predicate.isObject(file.content) || Array.isArray(file.content)) return [`${file.name}: expected a JSON object`]
  const flags = new Set(Object.values(settings).map(({ flag }): string => flag))
  return Object.keys(file.content).filter((key) => !flags.has(key)).map((key) =>
    `${file.name}: unknown setting "${key}"`
  )
}
