import { Effect } from "effect"
import { Entropy, type PolicyIssue } from "../../shared/index.ts"
import type { TldSpec, TransferPolicies } from "../TldSpec.ts"

/** Problems of the format of an auth code in a transfer. A missing code is not checked here. */
export const authCodeFormIssues = ({ transfer_policies }: TldSpec, code: string): ReadonlyArray<PolicyIssue> =>
  transfer_policies.authinfo_required && !hasForm(transfer_policies, code)
    ? [{ pointer: "auth_code", detail: `An auth code here has ${formOf(transfer_policies)}` }]
    : []

/**
 * Problems of an auth code that a caller sets: the registry must accept codes of registrars, and the format must be
 * valid.
 */
export const chosenAuthCodeIssues = (spec: TldSpec, code: string): ReadonlyArray<PolicyIssue> =>
  spec.transfer_policies.authinfo_set_by_registrar
    ? authCodeFormIssues(spec, code)
    : [{
      pointer: "auth_code",
      detail: spec.transfer_policies.authinfo_required
        ? "The registry makes the auth codes of this TLD; request one"
        : "Names of this TLD have no auth code"
    }]

/** Minimum entropy of an auth code, in bits (RFC 9154, section 4.1). */
const strongBits = 128

/**
 * Problems of an auth code that a caller sets at a registry that follows RFC 9154: those of `chosenAuthCodeIssues`, and
 * too little entropy. A code of the TLD's maximum length is accepted, whatever its entropy.
 */
export const strongAuthCodeIssues = (spec: TldSpec, code: string): ReadonlyArray<PolicyIssue> => {
  const issues = chosenAuthCodeIssues(spec, code)
  const { maximum } = bounds(spec.transfer_policies)
  return issues.length > 0 || code.length >= maximum || bitsOf(code) >= strongBits
    ? issues
    : [{
      pointer: "auth_code",
      detail: `The auth code has less than ${strongBits} bits of entropy; 22 random letters and digits are enough`
    }]
}

/** Classes of printable ASCII characters without the space, with their sizes. */
const printable = [[/[a-z]/, 26], [/[A-Z]/, 26], [/[0-9]/, 10], [/[^A-Za-z0-9]/, 32]] as const

/** Entropy in bits of a random code with the length and the character classes of this one. */
const bitsOf = (code: string): number => {
  const characters = printable.reduce((sum, [kind, size]) => kind.test(code) ? sum + size : sum, 0)
  return characters === 0 ? 0 : code.length * Math.log2(characters)
}

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
/** 134 bits or more, with one character of each class. RFC 9154, section 4.1, recommends at least 128. */
const strongLength = 24
const attempts = 32

/**
 * Generates an auth code in the TLD's format: 16 characters if that is allowed, with one of each class of characters,
 * as most registries require. For a TLD with its own pattern, the code consists of letters and digits that are easily
 * distinguished.
 */
export const generateAuthCode = (spec: TldSpec) => codeOfLength(spec, usualLength)

/**
 * Generates an auth code for one transfer (RFC 9154, section 4.1): 24 characters, within the length limits of the TLD.
 */
export const generateStrongAuthCode = (spec: TldSpec) => codeOfLength(spec, strongLength)

const codeOfLength = Effect.fnUntraced(function*({ transfer_policies, tlds }: TldSpec, wanted: number) {
  const { maximum, minimum } = bounds(transfer_policies)
  const length = Math.min(Math.max(wanted, minimum), maximum)
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
