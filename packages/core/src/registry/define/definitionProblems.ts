import { Predicate } from "effect"
import {
  expected,
  expectedBoolean,
  expectedCount,
  expectedDuration,
  expectedFunction,
  expectedListOf,
  expectedName,
  type OptionChecks,
  optionProblems
} from "../../shared/index.ts"
import { registryFeatures, registryMethods } from "./RegistryCapability.ts"
import type { RegistryDefinition, RegistrySettings } from "./RegistryDefinition.ts"

const duration = expectedDuration("30 seconds")

const settings: OptionChecks<RegistrySettings> = {
  name: expectedName,
  capabilities: expectedListOf(registryFeatures),
  namesPerCheck: expectedCount,
  lookupLag: duration,
  timeout: duration,
  restoreReports: expectedBoolean,
  authCodes: expected("{ lifetime, absent_at_creation, removable, verifiable }", Predicate.isObject)
}

const functions = Object.fromEntries(registryMethods.map((method) => [method, expectedFunction]))

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
