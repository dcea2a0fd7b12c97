import { Context, Effect, Layer, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { Entropy, PlatformSettings } from "../shared/index.ts"

/** Key derivation from the operator's secret. It is slow, and runs once per process. */
const derivation = {
  name: "PBKDF2",
  hash: "SHA-512",
  iterations: 210_000,
  salt: new TextEncoder().encode("namewright/access/SealedSecrets")
} as const

const nonceBytes = 12

/**
 * Stored form of secrets that the platform has to read again: encrypted with AES-256-GCM if the settings contain a
 * `key_encryption_secret`, otherwise plain text. Secrets stored before that setting remain readable.
 */
export class SealedSecrets extends Context.Service<SealedSecrets, {
  /** `owner` is the id of the object to which the secret belongs; a sealed text cannot be opened for another owner. */
  readonly seal: (secret: Redacted.Redacted, owner: string) => Effect.Effect<string>
  /** A modified text, or one that needs another `key_encryption_secret`, is a defect. */
  readonly open: (text: string, owner: string) => Effect.Effect<Redacted.Redacted>
}>()("@namewright/core/access/SealedSecrets") {
  static readonly layer = Layer.effect(
    SealedSecrets,
    Effect.gen(function*() {
      const { key_encryption_secret: secret } = yield* PlatformSettings
      const entropy = yield* Entropy
      const key = yield* Effect.cached(
        Effect.promise(() =>
          secret === undefined
            ? Promise.reject(new Error("A secret in the database is encrypted: key_encryption_secret is needed"))
            : keyOf(secret)
        )
      )

      return SealedSecrets.of({
        seal: Effect.fnUntraced(function*(text, owner) {
          if (secret === undefined) return `plain.${Redacted.value(text)}`
          const nonce = yield* entropy.randomBytes(nonceBytes)
          const sealed = yield* encrypted(yield* key, nonce, Redacted.value(text), owner)
          return `aes256gcm.${Base64Url.encode(nonce)}.${Base64Url.encode(sealed)}`
        }),

        open: Effect.fnUntraced(function*(text, owner) {
          const [form, first = "", second = ""] = text.split(".")
          if (form === "plain") return Redacted.make(text.slice("plain.".length))
          const plain = yield* decrypted(yield* key, bytesOf(first), bytesOf(second), owner)
          return Redacted.make(plain)
        })
      })
    })
  )
}

const utf8 = (text: string) => new TextEncoder().encode(text)

const bytesOf = (text: string): Uint8Array => Result.getOrThrow(Base64Url.decode(text))

const keyOf = async (secret: Redacted.Redacted) => {
  const { subtle } = globalThis.crypto
  const password = await subtle.importKey("raw", utf8(Redacted.value(secret)), "PBKDF2", false, ["deriveKey"])
  return subtle.deriveKey(derivation, password, { name: "AES-GCM", length: 256 }, false, ["encrypt", "decrypt"])
}

type Key = Awaited<ReturnType<typeof keyOf>>

const parameters = (nonce: Uint8Array, owner: string) => ({
  name: "AES-GCM",
  iv: new Uint8Array(nonce),
  additionalData: utf8(owner)
})

const encrypted = (key: Key, nonce: Uint8Array, text: string, owner: string) =>
  Effect.promise(async () =>
    new Uint8Array(await globalThis.crypto.subtle.encrypt(parameters(nonce, owner), key, utf8(text)))
  )

const decrypted = (key: Key, nonce: Uint8Array, sealed: Uint8Array, owner: string) =>
  Effect.promise(async () => {
    const plain = await globalThis.crypto.subtle.decrypt(parameters(nonce, owner), key, new Uint8Array(sealed))
    return new TextDecoder().decode(plain)
  })
