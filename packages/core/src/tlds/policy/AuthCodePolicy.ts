import { Effect } from "effect"
import { Entropy, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec, TransferPolicies } from "../TldSpec.ts"

/** A code of a transfer that cannot be one of this TLD. An absent one is another matter. */
export const authCodeFormIssues = ({ transfer_policies }: TldSpec, code: string): ReadonlyArray<PolicyIssue> =>
  transfer_policies.authinfo_required && !hasForm(transfer_policies, code)
    ? [{ pointer: "auth_code", detail: `An auth code here has ${formOf(transfer_policies)}` }]
    : []

/** A code that the caller wants to set: the registry must take it, and it must have the form. */
export const chosenAuthCodeIssues = (spec: TldSpec, code: string): ReadonlyArray<PolicyIssue> =>
  spec.transfer_policies.authinfo_set_by_registrar
    ? authCodeFormIssues(spec, code)
    : [{
      pointer: "auth_code",
      detail: spec.transfer_policies.authinfo_required
        ? "The registry makes the auth codes of this TLD; request one"
        : "Names of this TLD have no auth code"
    }]

const bounds = ({ authinfo_max_length, authinfo_min_length }: TransferPolicies) => ({
  minimum: authinfo_min_length ?? 1,
  maximum: authinfo_max_length ?? 255
})

const hasForm = (policy: TransferPolicies, code: string): boolean => {
  const { maximum, minimum } = bounds(policy)
  return code.length >= minimum && code.length <= maximum &&
    (policy.authinfo_pattern === null || new RegExp(`^(?:${policy.authinfo_pattern})$`, "u").test(code))
}

const formOf = (policy: TransferPolicies): string => {
  const { maximum, minimum } = bounds(policy)
  const length = `${minimum} to ${maximum} characters`
  return policy.authinfo_pattern === null ? length : `${length} of the form ${policy.authinfo_pattern}`
}

const classes = ["ABCDEFGHJKLMNPQRSTUVWXYZ", "abcdefghijkmnpqrstuvwxyz", "23456789"] as const
const everyClass = ["ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz", "0123456789", "-_.!#"] as const
const usualLength = 16
const attempts = 32

/**
 * A new auth code of the TLD's form: 16 characters where they are allowed, with one of each kind of character, as most
 * registries ask for. Codes of a TLD with a pattern of its own are made of letters and digits that nobody confuses.
 */
export const generateAuthCode = Effect.fnUntraced(function*({ transfer_policies, tlds }: TldSpec) {
  const { maximum, minimum } = bounds(transfer_policies)
  const length = Math.min(Math.max(usualLength, minimum), maximum)
  for (let attempt = 0; attempt < attempts; attempt++) {
    const code = yield* randomCode(transfer_policies.authinfo_pattern === null ? everyClass : classes, length)
    if (hasForm(transfer_policies, code)) return code
  }
  return yield* Effect.die(new Error(`The pattern of .${tlds[0].name} admits no auth code of letters and digits`))
})

const randomCode = Effect.fnUntraced(function*(kinds: ReadonlyArray<string>, length: number) {
  const { intBetween, shuffle } = yield* Entropy
  const pick = (characters: string) =>
    Effect.map(intBetween(0, characters.length, { halfOpen: true }), (index) => characters.charAt(index))
  const alphabets = Array.from({ length }, (_, index) => kinds[index] ?? kinds.join(""))
  const characters = yield* Effect.forEach(alphabets, pick)
  return (yield* shuffle(characters)).join("")
})
