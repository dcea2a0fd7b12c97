import { Effect } from "effect"
import { TypeID } from "typeid-js"
import { Entropy } from "../../../shared/index.ts"
import { RegistryAccountId } from "../../RegistryDomain.ts"

const twelveDigits = Effect.flatMap(Entropy, (entropy) => entropy.intBetween(100_000_000_000, 999_999_999_999))

/**
 * A new repository object id: the type of the object (contact, domain, host), twelve digits, and the registry (RFC
 * 5730, section 2.8).
 */
export const newRoid = (kind: "C" | "D" | "H", registry: string): Effect.Effect<string> =>
  Effect.map(
    twelveDigits,
    (number) => `${kind}${number}-${registry.replaceAll("-", "").slice(0, 8).toUpperCase()}`
  )

/** A contact handle that the registry assigns. */
export const assignedHandle: Effect.Effect<string> = Effect.map(twelveDigits, (number) => `C${number}`)

/**
 * Id of a registrar's account at a registry. It is derived from both names, so it is the same on every start and needs
 * no row.
 */
export const accountIdOf = (registry: string, registrar: string): RegistryAccountId => {
  const bytes = new Uint8Array(16)
  for (let word = 0; word < 4; word++) {
    let hash = fnvOffset ^ word
    for (const character of `${registry}/${registrar}`) {
      hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), fnvPrime)
    }
    for (let byte = 0; byte < 4; byte++) bytes[word * 4 + byte] = hash >>> (byte * 8)
  }
  return RegistryAccountId.make(TypeID.fromUUIDBytes("registry_account", bytes).toString())
}

/** The 32-bit Fowler-Noll-Vo hash. The ids must be stable and distinct, not secret. */
const fnvOffset = 0x811c9dc5
const fnvPrime = 0x01000193
