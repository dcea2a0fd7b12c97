import { Effect, Redacted, Result } from "effect"
import { Base64 } from "effect/encoding"
import { Entropy } from "../shared/index.ts"

const prefix = "whsec_"
const keyBytes = 32

/** Generates a secret: `whsec_` and 32 random bytes in base64. Source: Standard Webhooks, "Signature scheme". */
export const generate: Effect.Effect<Redacted.Redacted> = Effect.gen(function*() {
  const entropy = yield* Entropy
  return Redacted.make(prefix + Base64.encode(yield* entropy.randomBytes(keyBytes)), { label: "webhook_secret" })
})

/**
 * Header `webhook-signature` of a request: for each secret `v1,` and the HMAC-SHA256 of id, timestamp and body in
 * base64, separated by spaces. `timestamp` is in seconds since 1970. Source: Standard Webhooks, "Signature scheme".
 */
export const signatures = (
  secrets: ReadonlyArray<Redacted.Redacted>,
  message: { readonly id: string; readonly timestamp: number; readonly body: string }
): Effect.Effect<string> =>
  Effect.map(
    Effect.forEach(secrets, (secret) => signature(secret, `${message.id}.${message.timestamp}.${message.body}`)),
    (all) => all.join(" ")
  )

const signature = (secret: Redacted.Redacted, content: string): Effect.Effect<string> =>
  Effect.promise(async () => {
    const { subtle } = globalThis.crypto
    const bytes = Uint8Array.from(Result.getOrThrow(Base64.decode(Redacted.value(secret).slice(prefix.length))))
    const key = await subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
    const code = await subtle.sign("HMAC", key, new TextEncoder().encode(content))
    return `v1,${Base64.encode(new Uint8Array(code))}`
  })
