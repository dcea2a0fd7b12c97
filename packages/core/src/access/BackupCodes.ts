import { Effect, Redacted } from "effect"
import { Entropy } from "../shared/index.ts"
import * as SecretHash from "./SecretHash.ts"
import type { UserId } from "./User.ts"

/** Backup codes of an account, each valid once. */
export const count = 10

/** 80 bits in base32, so that a stored hash cannot be reversed by guessing. */
const bytesOfCode = 10

/** The alphabet of RFC 4648, section 6, in small letters. It lacks the digits 0, 1, 8 and 9. */
const alphabet = "abcdefghijklmnopqrstuvwxyz234567"

const codeForm = /^[a-z2-7]{16}$/

const newCode = Effect.gen(function*() {
  const entropy = yield* Entropy
  const bytes = yield* entropy.randomBytes(bytesOfCode)
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  const characters = (bits.match(/.{5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five, 2)))
  const groups = characters.join("").match(/.{4}/g) ?? []
  return Redacted.make(groups.join("-"), { label: "backup_code" })
})

/** Generates codes of 16 characters in groups of four: `k3ma-x7qw-2bdf-hjty`. */
export const generate: Effect.Effect<ReadonlyArray<Redacted.Redacted>> = Effect.replicateEffect(newCode, count)

/** Case, hyphens and spaces are ignored; 0 counts as o. */
const normalized = (text: string): string => text.toLowerCase().replaceAll(/[\s-]/g, "").replaceAll("0", "o")

/** True if the text may be a backup code. Codes of authenticators are shorter. */
export const hasForm = (text: string): boolean => codeForm.test(normalized(text))

/** Stored form of a code. It includes the user, so that hashes of different users cannot be compared. */
export const hashOf = (user: UserId, code: string): Effect.Effect<SecretHash.SecretHash> =>
  SecretHash.hashOf(Redacted.make(`backup code ${user} ${normalized(code)}`))

/** Stored forms of codes. */
export const hashesOf = (
  user: UserId,
  codes: ReadonlyArray<Redacted.Redacted>
): Effect.Effect<ReadonlyArray<SecretHash.SecretHash>> =>
  Effect.forEach(codes, (code) => hashOf(user, Redacted.value(code)))
