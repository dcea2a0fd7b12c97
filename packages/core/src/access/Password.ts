import { Effect, Redacted } from "effect"
import { Entropy, type InputIssue, inputIssue, limits, refuseInput, Text } from "../shared/index.ts"
import { PasswordHasher } from "./PasswordHasher.ts"
import type { User } from "./User.ts"

/** Names of a user that a password must not equal. */
export type PasswordHolder = Pick<User, "username" | "email">

/** Unicode normalization, because keyboards compose letters differently (NIST SP 800-63B, section 3.1.1.2). */
export const normalized = (password: Redacted.Redacted): Redacted.Redacted =>
  Redacted.make(Redacted.value(password).normalize("NFKC"), { label: "password" })

/** Problems of a password at `loc`; empty if it is accepted. They never contain the password. */
export const passwordIssues = (
  password: Redacted.Redacted,
  holder: PasswordHolder,
  loc: InputIssue["loc"]
): ReadonlyArray<InputIssue> => {
  const { maximum, minimum } = limits.password
  const text = Redacted.value(normalized(password))
  const length = Array.from(text).length
  const issue = (type: string, msg: string) => [inputIssue(loc, type, msg, null)]
  if (length < minimum) return issue("string_too_short", `Expected at least ${minimum} characters`)
  if (length > maximum) return issue("string_too_long", `Expected at most ${maximum} characters`)
  const folded = Text.foldCase(text)
  const names = [holder.username, holder.email].map(Text.foldCase)
  if (names.includes(folded)) {
    return issue("value_error", "Expected another text than the username or the email address")
  }
  return new Set(text).size < minimumDifferent
    ? issue("value_error", `Expected at least ${minimumDifferent} different characters`)
    : []
}

/** Hashes passwords that the policy admits; problems have the position `loc`. */
export const hashing = Effect.map(
  PasswordHasher,
  (hasher) =>
    Effect.fnUntraced(function*(password: Redacted.Redacted, holder: PasswordHolder, loc: InputIssue["loc"]) {
      const none = inputIssue(
        loc,
        "value_error",
        "This installation keeps no passwords; people sign in elsewhere",
        null
      )
      yield* refuseInput(hasher.hashes ? passwordIssues(password, holder, loc) : [none])
      return yield* hasher.hash(normalized(password))
    })
)

/** Minimum number of different characters, which refuses repetitions of one key. */
const minimumDifferent = 4

const generatedLength = 20
const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"

/** Generates a temporary password: about 100 random bits, in letters and digits that are easily distinguished. */
export const generate: Effect.Effect<Redacted.Redacted> = Effect.gen(function*() {
  const entropy = yield* Entropy
  const bytes = yield* entropy.randomBytes(generatedLength)
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % 32)).join("")
  return Redacted.make(letters.replace(/(.{5})(?=.)/g, "$1-"), { label: "password" })
})
