import { Effect } from "effect"
import { Entropy, Instant } from "../../../shared/index.ts"
import type { RegistryRefusal } from "../../RegistryError.ts"
import { invalidAuthCode, notSponsor, policy } from "./Refusal.ts"
import type { SimulatedDomain } from "./SimulatedDomain.ts"
import type { AuthCodeRules } from "./SimulatedTld.ts"

/** Checks that a code has the form that the registry requires; a weak code violates its policy (RFC 9154). */
export const authCodeFormProblem = (code: string, rules: AuthCodeRules): RegistryRefusal | undefined => {
  if (code.length < rules.min || code.length > rules.max) {
    return policy(`An auth code has ${rules.min} to ${rules.max} characters`)
  }
  return rules.pattern !== null && !new RegExp(`^(?:${rules.pattern})$`).test(code)
    ? policy(`An auth code matches ${rules.pattern}`)
    : undefined
}

/** Reason why this code cannot be set; undefined if it can. An empty code removes the current one. */
export const newAuthCodeProblem = (code: string | null, rules: AuthCodeRules): RegistryRefusal | undefined => {
  if (code === null) return undefined
  if (!rules.set_by_registrar) return policy("Auth codes are made by the registry")
  const problem = code === "" ? undefined : authCodeFormProblem(code, rules)
  return problem !== undefined && rules.for_transfers ? invalidAuthCode(problem.text) : problem
}

/** Reason why the registry refuses the code of a transfer or of an info command about another registrar's domain. */
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

/** A random code made by the registry; null if the registry has no codes. */
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
