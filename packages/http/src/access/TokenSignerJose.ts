import { AuthenticationFailed, type KeyPair, TokenSigner } from "@namewright/core/access"
import { PlatformSettings } from "@namewright/core/shared"
import { Effect, Layer, Option, Redacted } from "effect"
import {
  calculateJwkThumbprint,
  compactDecrypt,
  CompactEncrypt,
  compactVerify,
  type CryptoKey,
  decodeProtectedHeader,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT
} from "jose"

/** Ed25519 (RFC 8037): short signatures and no parameters. */
const algorithm = "EdDSA"

/** Key derivation for the optional encryption of private keys at rest (RFC 7518, section 4.8). */
const wrapping = { alg: "PBES2-HS512+A256KW", enc: "A256GCM" } as const
const iterations = 210_000

/**
 * Access tokens as JSON Web Tokens (RFC 7519). Keys are stored as JSON Web Keys. Private keys are encrypted if the
 * settings contain a `key_encryption_secret`; keys stored before that setting remain readable.
 */
export const layer = Layer.effect(
  TokenSigner,
  Effect.gen(function*() {
    const { key_encryption_secret } = yield* PlatformSettings
    const imported = new Map<string, Promise<CryptoKey>>()

    /** Imports each key text only once, because the key derivation is slow. */
    const importOnce = (text: string): Promise<CryptoKey> => {
      const cached = imported.get(text)
      if (cached !== undefined) return cached
      const key = importText(text, key_encryption_secret)
      imported.set(text, key)
      key.catch(() => imported.delete(text))
      return key
    }

    return TokenSigner.of({
      generate: Effect.promise(() => generate(key_encryption_secret)),

      sign: (claims, { key_id, private_key }) =>
        Effect.promise(async () => {
          const jwt = new SignJWT({ ...claims }).setProtectedHeader({ alg: algorithm, typ: "JWT", kid: key_id })
          return Redacted.make(await jwt.sign(await importOnce(private_key)), { label: "access_token" })
        }),

      verify: Effect.fnUntraced(function*(token, find) {
        const text = Redacted.value(token)
        const { kid } = yield* Effect.try({ try: () => decodeProtectedHeader(text), catch: malformed })
        if (kid === undefined) return yield* malformed()
        const key = yield* find(kid)
        if (Option.isNone(key)) return yield* new AuthenticationFailed({ reason: "unknown" })
        const publicKey = yield* Effect.promise(() => importOnce(key.value.public_key))
        return yield* Effect.tryPromise({
          try: async (): Promise<unknown> => {
            const { payload } = await compactVerify(text, publicKey, { algorithms: [algorithm] })
            return JSON.parse(new TextDecoder().decode(payload))
          },
          catch: malformed
        })
      })
    })
  })
)

const malformed = () => new AuthenticationFailed({ reason: "malformed" })

type EncryptionSecret = PlatformSettings["key_encryption_secret"]

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text)

const generate = async (secret: EncryptionSecret): Promise<KeyPair> => {
  const pair = await generateKeyPair(algorithm, { crv: "Ed25519", extractable: true })
  const publicJwk = await exportJWK(pair.publicKey)
  const privateText = JSON.stringify(await exportJWK(pair.privateKey))
  return {
    key_id: await calculateJwkThumbprint(publicJwk),
    public_key: JSON.stringify(publicJwk),
    private_key: secret === undefined ? privateText : await encrypt(privateText, secret)
  }
}

const encrypt = (text: string, secret: Redacted.Redacted): Promise<string> =>
  new CompactEncrypt(bytesOf(text)).setProtectedHeader(wrapping).setKeyManagementParameters({ p2c: iterations })
    .encrypt(bytesOf(Redacted.value(secret)))

const decrypt = async (text: string, secret: EncryptionSecret): Promise<string> => {
  if (secret === undefined) throw new Error("The signing keys are encrypted: key_encryption_secret is needed")
  const { plaintext } = await compactDecrypt(text, bytesOf(Redacted.value(secret)), {
    keyManagementAlgorithms: [wrapping.alg],
    contentEncryptionAlgorithms: [wrapping.enc],
    maxPBES2Count: iterations
  })
  return new TextDecoder().decode(plaintext)
}

const importText = async (text: string, secret: EncryptionSecret): Promise<CryptoKey> => {
  const jwk: JWK = JSON.parse(text.startsWith("{") ? text : await decrypt(text, secret))
  const key = await importJWK(jwk, algorithm)
  if (key instanceof Uint8Array) throw new Error("A signing key must be a key pair")
  return key
}
