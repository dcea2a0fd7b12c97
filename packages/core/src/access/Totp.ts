import { Effect, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { Entropy } from "../shared/index.ts"

/** Validity of a code in seconds (RFC 6238, section 4.1). */
const period = 30

/** Periods before and after the current one whose codes are accepted, because clocks differ and people type slowly. */
const tolerance = 1

const digits = 6
const secretBytes = 20

/** Generates a secret: 160 random bits (RFC 4226, section 4) in base64url. */
export const generate: Effect.Effect<Redacted.Redacted> = Effect.gen(function*() {
  const entropy = yield* Entropy
  return Redacted.make(Base64Url.encode(yield* entropy.randomBytes(secretBytes)), { label: "totp_secret" })
})

/** Number of the period of a time in milliseconds since 1970. */
export const stepAt = (millis: number): number => Math.floor(millis / 1000 / period)

/** Code of one period (RFC 6238, RFC 4226 section 5.3), with HMAC-SHA-1, which all authenticators support. */
export const codeAt = (secret: Redacted.Redacted, step: number): Effect.Effect<string> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const bytes = Uint8Array.from(Result.getOrThrow(Base64Url.decode(Redacted.value(secret))))
    const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-1" }, false, ["sign"])
    const counter = new DataView(new ArrayBuffer(8))
    counter.setBigUint64(0, BigInt(step))
    const mac = new DataView(await subtle.sign("HMAC", key, counter.buffer))
    const offset = mac.getUint8(mac.byteLength - 1) & 0x0f
    return String((mac.getUint32(offset) & 0x7fffffff) % 10 ** digits).padStart(digits, "0")
  })

/**
 * Period of a code, close to the time `millis` and later than the used period `last`. Undefined for a wrong code.
 * Spaces are ignored. The duration is the same for every code.
 */
export const matchingStep = Effect.fnUntraced(function*(
  secret: Redacted.Redacted,
  code: string,
  millis: number,
  last: number | null
) {
  const entered = code.replace(/\s/g, "")
  const now = stepAt(millis)
  let found: number | undefined
  for (let step = now - tolerance; step <= now + tolerance; step++) {
    const matches = (yield* codeAt(secret, step)) === entered
    if (matches && (last === null || step > last)) found = step
  }
  return found
})

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

/** The secret for manual entry, in base32 without padding (RFC 4648, section 6). */
export const base32Of = (secret: Redacted.Redacted): Redacted.Redacted => {
  const bytes = Result.getOrThrow(Base64Url.decode(Redacted.value(secret)))
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("")
  const text = (bits.match(/.{1,5}/g) ?? []).map((five) => alphabet.charAt(Number.parseInt(five.padEnd(5, "0"), 2)))
  return Redacted.make(text.join(""), { label: "totp_secret" })
}

/** The `otpauth:` URI for authenticators, as a link or QR code. */
export const uriOf = (secret: Redacted.Redacted, issuer: string, account: string): Redacted.Redacted => {
  const name = `${encodeURIComponent(issuer)}:${encodeURIComponent(account)}`
  const query = `secret=${Redacted.value(base32Of(secret))}&issuer=${encodeURIComponent(issuer)}`
  return Redacted.make(`otpauth://totp/${name}?${query}&algorithm=SHA1&digits=${digits}&period=${period}`, {
    label: "totp_uri"
  })
}
