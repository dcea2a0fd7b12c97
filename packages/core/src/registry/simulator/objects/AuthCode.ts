import { Effect } from "effect"
import { Entropy, Instant } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { invalidAuthCode, notSponsor, policy } from "./Refusal.ts"
import type { SimulatedDomain } from "./SimulatedDomain.ts"
import type { AuthCodeRules } from "./SimulatedTld.ts"

/** Whether a code has the form that the registry asks for; a weak one is against its policy (RFC 9154). */
export const authCodeFormProblem = (code: string, rules: AuthCodeRules): RegistryRefusal | undefined => {
  if (code.length < rules.min || code.length > rules.max) {
    return policy(`An auth code has ${rules.min} to ${rules.max} characters`)
  }
  return rules.pattern !== null && !new RegExp(`^(?:${rules.pattern})$`).test(code)
    ? policy(`An auth code matches ${rules.pattern}`)
    : undefined
}

/** What is wrong with setting this code; undefined when it may be set. An empty one takes the code away. */
export const newAuthCodeProblem = (code: string | null, rules: AuthCodeRules): RegistryRefusal | undefined => {
  if (code === null) return undefined
  if (!rules.set_by_registrar) return policy("Auth codes are made by the registry")
  const problem = code === "" ? undefined : authCodeFormProblem(code, rules)
  return problem !== undefined && rules.for_transfers ? invalidAuthCode(problem.text) : problem
}

/** What is wrong with the code that a transfer or a look at a foreign name brings. */
export const authCodeProblem = (
  domain: SimulatedDomain,
  code: string | null,
  rules: AuthCodeRules,
  now: Instant.Instant
): RegistryRefusal | undefined => {
  if (!rules.required) return undefined
  if (code === null || code === "") return notSponsor("An auth code is needed")
  const expired = domain.auth_code_expires_on !== null && Instant.hasPassed(domain.auth_code_expires_on, now)
  return domain.auth_code === null || expired || domain.auth_code !== code
    ? invalidAuthCode("The auth code is wrong")
    : undefined
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
const alphabets = [
  `${letters}0123456789-_.!#`,
  `${letters}0123456789`,
  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
  "0123456789"
]
const preferredLength = 16
const tries = 40

/** A random code of the registry's making; null at registries that have none. */
export const makeAuthCode = Effect.fnUntraced(function*(rules: AuthCodeRules) {
  if (!rules.required) return null
  const entropy = yield* Entropy
  const length = Math.min(Math.max(preferredLength, rules.min), rules.max)
  let code = ""
  for (const alphabet of alphabets) {
    for (let attempt = 0; attempt < tries; attempt++) {
      code = ""
      for (let index = 0; index < length; index++) {
        code += alphabet.charAt(yield* entropy.intBetween(0, alphabet.length - 1))
      }
      if (authCodeFormProblem(code, rules) === undefined) return code
    }
  }
  return code
})

/**
 * Auth code of a domain after a transfer. Null if the registry makes codes only on request, or if they are set for one
 * transfer (RFC 9154, section 5).
 */
export const authCodeAfterTransfer = (rules: AuthCodeRules): Effect.Effect<string | null> =>
  rules.set_by_registrar && !rules.for_transfers ? makeAuthCode(rules) : Effect.succeed(null)
