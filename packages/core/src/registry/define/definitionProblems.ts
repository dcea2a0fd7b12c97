import { Duration, Option, Predicate } from "effect"
import { expected, type OptionChecks, optionProblems } from "../../shared/index.ts"
import { registryFeatures, registryMethods } from "./RegistryCapability.ts"
import type { RegistryDefinition, RegistrySettings } from "./RegistryDefinition.ts"

const duration = expected(
  "a duration such as \"30 seconds\"",
  (value) => Option.isSome(Duration.fromInput(value as Duration.Input))
)

const features: ReadonlySet<unknown> = new Set(registryFeatures)

const settings: OptionChecks<RegistrySettings> = {
  name: expected("a name", (value) => Predicate.isString(value) && value !== ""),
  capabilities: expected(
    `a list of ${registryFeatures.join(", ")}`,
    (value) => Array.isArray(value) && value.every((feature) => features.has(feature))
  ),
  namesPerCheck: expected("a whole number, 1 or more", (value) => Number.isInteger(value) && Number(value) >= 1),
  lookupLag: duration,
  timeout: duration,
  restoreReports: expected("true or false", Predicate.isBoolean),
  authCodes: expected("{ lifetime, absent_at_creation, removable, verifiable }", Predicate.isObject)
}

const aFunction = expected("a function", Predicate.isFunction)

const functions = Object.fromEntries(registryMethods.map((method) => [method, aFunction]))

/** Every problem of the definition of a driver. */
export const definitionProblems = (definition: RegistryDefinition): ReadonlyArray<string> => {
  const problems = optionProblems<RegistryDefinition>(
    definition,
    { ...settings, ...functions } as OptionChecks<RegistryDefinition>
  )
  return problems.length > 0 || registryMethods.some((method) => definition[method] !== undefined)
    ? problems
    : ["options: expected at least one function, such as checkDomains"]
}
