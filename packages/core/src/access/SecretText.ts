import { Effect, Redacted } from "effect"
import { crc32, Entropy, type Environment } from "../shared/index.ts"

/**
 * Text of API keys and client secrets: `dwk_live_` or `dwk_test_` (`dws_` for client secrets), 32 random bytes in
 * base62, and a CRC-32 of both in six characters. The prefix lets scanners find leaked secrets. The CRC lets typing
 * errors and credentials of the other environment be refused without a database read.
 * Source: REST specification, "Authentication".
 */
export type SecretKind = "api_key" | "client_secret"

const marks = { api_key: "dwk", client_secret: "dws" } as const satisfies Record<SecretKind, string>
const tags = { production: "live", sandbox: "test" } as const satisfies Record<Environment, string>

const randomBytes = 32
const bodyLength = 43
const checkLength = 6
const form = new RegExp(`^(dwk|dws)_(live|test)_[0-9A-Za-z]{${bodyLength + checkLength}}$`)

/** Generates a secret for one environment. */
export const generate = (kind: SecretKind, environment: Environment): Effect.Effect<Redacted.Redacted> =>
  Effect.gen(function*() {
    const entropy = yield* Entropy
    const bytes = yield* entropy.randomBytes(randomBytes)
    const number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n)
    const text = `${marks[kind]}_${tags[environment]}_${base62(number, bodyLength)}`
    return Redacted.make(text + check(text), { label: kind })
  })

/** Reason why a text cannot be a secret of this kind in this environment; undefined if there is none. */
export const refusal = (
  kind: SecretKind,
  environment: Environment,
  text: string
): "malformed" | "wrong_environment" | undefined => {
  const [, mark, tag] = form.exec(text) ?? []
  if (mark !== marks[kind]) return "malformed"
  if (check(text.slice(0, -checkLength)) !== text.slice(-checkLength)) return "malformed"
  return tag === tags[environment] ? undefined : "wrong_environment"
}

/**
 * The last four characters, by which people distinguish their keys. They are part of the CRC, not of the random bytes.
 */
export const lastFour = (secret: Redacted.Redacted): string => Redacted.value(secret).slice(-4)

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

const base62 = (number: bigint, length: number): string => {
  let remaining = number
  let text = ""
  for (let i = 0; i < length; i++) {
    text = alphabet.charAt(Number(remaining % 62n)) + text
    remaining /= 62n
  }
  return text
}

const check = (text: string): string => base62(BigInt(crc32(text)), checkLength)
