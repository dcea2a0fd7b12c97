import { Duration, Effect, Layer, Option, Predicate } from "effect"
import { ConfigurationError } from "./ConfigurationError.ts"

/** The problems of one option with a value; none if it is valid. Undefined values are not checked. */
export type OptionCheck = (value: unknown) => ReadonlyArray<string>

/** A check for each option. An option without one does not compile. */
export type OptionChecks<Options> = { readonly [K in keyof Required<Options>]: OptionCheck }

const shown = (value: unknown): string => {
  if (typeof value === "string") return JSON.stringify(value)
  if (typeof value === "number" || typeof value === "boolean" || value === null) return String(value)
  return Array.isArray(value)
    ? "a list"
    : Predicate.isFunction(value)
    ? "a function"
    : `a value of type ${typeof value}`
}

/** A check by a predicate. The text continues "expected", such as "a list of names". */
export const expected = (text: string, isValid: (value: unknown) => boolean): OptionCheck => (value) =>
  isValid(value) ? [] : [`expected ${text}, got ${shown(value)}`]

export const expectedFunction = expected("a function", Predicate.isFunction)

export const expectedBoolean = expected("true or false", Predicate.isBoolean)

export const expectedName = expected("a name", (value) => Predicate.isString(value) && value !== "")

/** A check of a number of things. */
export const expectedCount = expected(
  "a whole number, 1 or more",
  (value) => Number.isInteger(value) && Number(value) >= 1
)

export const expectedDuration = (example: string): OptionCheck =>
  expected(
    `a duration such as "${example}"`,
    (value) => Option.isSome(Duration.fromInput(value as Duration.Input))
  )

/** A check of a list, possibly empty, of some of these values. */
export const expectedListOf = (values: ReadonlyArray<string>): OptionCheck =>
  expected(
    `a list of ${values.join(", ")}`,
    (value) => Array.isArray(value) && value.every((one) => values.includes(one))
  )

export const expectedLayer = (example: string): OptionCheck => expected(`a layer, such as ${example}`, Layer.isLayer)

/**
 * Every problem of options, each with the path of its option: missing, unknown and invalid ones.
 *
 * @param path Path of the options in front of their names, such as `dns`; empty for those of the platform.
 */
export const optionProblems = <Options>(
  options: unknown,
  checks: OptionChecks<Options>,
  { path = "", required = [] }: {
    readonly path?: string
    readonly required?: ReadonlyArray<keyof Options & string>
  } = {}
): ReadonlyArray<string> => {
  if (!Predicate.isObject(options)) {
    return [`${path === "" ? "options" : path}: expected an object, got ${shown(options)}`]
  }
  const known: Readonly<Record<string, OptionCheck>> = checks
  const named = (name: string) => path === "" ? name : `${path}.${name}`
  const given: Readonly<Record<string, unknown>> = options
  return [
    ...required.filter((name) => given[name] === undefined).map((name) => `${named(name)}: is missing`),
    ...Object.entries(given).flatMap(([name, value]) => {
      const check = Object.hasOwn(known, name) ? known[name] : undefined
      if (check === undefined) return [`${named(name)}: there is no such option${suggestion(name, Object.keys(known))}`]
      // Problems of a part of an option begin with its path.
      return value === undefined ?
        [] :
        check(value).map((text) => text.startsWith(".") ? `${named(name)}${text}` : `${named(name)}: ${text}`)
    })
  ]
}

const suggestion = (name: string, known: ReadonlyArray<string>): string => {
  const nearest = known.map((one) => ({ one, steps: distance(name.toLowerCase(), one.toLowerCase()) }))
    .toSorted((a, b) => a.steps - b.steps)[0]
  return nearest !== undefined && nearest.steps <= Math.max(2, Math.floor(name.length / 3))
    ? `; did you mean ${nearest.one}?`
    : ""
}

/** Levenshtein distance: characters that are inserted, removed or replaced. */
const distance = (from: string, to: string): number => {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, character] of [...from].entries()) {
    const current = [row + 1]
    for (let column = 0; column < to.length; column++) {
      const replaced = (previous[column] ?? 0) + (to[column] === character ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous[to.length] ?? 0
}

/** Also found by another copy of this module in the same process. */
const problemsKey = Symbol.for("@namewright/core/shared/OptionCheck/problems")

/**
 * A layer that was made of options with these problems. `createPlatform` reports them together with those of its own
 * options. Where the layer is built without it, the build dies with a `ConfigurationError`.
 *
 * @param make Makes the layer; not called if there are problems.
 */
export const checkedLayer = <A, E, R>(
  problems: ReadonlyArray<string>,
  make: () => Layer.Layer<A, E, R>
): Layer.Layer<A, E, R> => {
  if (problems.length === 0) return make()
  const invalid = Layer.unwrap(Effect.die(new ConfigurationError(problems)) as Effect.Effect<Layer.Layer<A, E, R>>)
  return Object.assign(invalid, { [problemsKey]: problems })
}

/** The problems of the options that a layer was made of. */
export const problemsOfLayer = (layer: unknown): ReadonlyArray<string> =>
  Predicate.hasProperty(layer, problemsKey) && Array.isArray(layer[problemsKey]) ? layer[problemsKey].map(String) : []
