import { Context, Effect, Layer, Option, Redacted, Result } from "effect"
import { Base64Url } from "effect/encoding"
import { makeRotatingKeys, SealedSecrets } from "../access/index.ts"
import { Entropy, limits } from "../shared/index.ts"
import type { ApprovalKey } from "./ApprovalKey.ts"
import { ApprovalKeyStore } from "./ApprovalKeyStore.ts"

const secretBytes = 32
const idBytes = 9

/** Age at which a signing key is replaced. */
const signingAge = "7 days"

/** Message authentication code of a text, with its key. */
export interface Authenticated {
  readonly key_id: string
  /** HMAC-SHA-256 in base64url. */
  readonly mac: string
}

/**
 * Message authentication codes with keys of this installation, shared by its processes. The key is replaced every week.
 */
export class ApprovalKeys extends Context.Service<ApprovalKeys, {
  readonly authenticate: (text: string) => Effect.Effect<Authenticated>
  /** True if the code is that of the text; in constant time. */
  readonly verify: (text: string, code: Authenticated) => Effect.Effect<boolean>
  readonly rotate: Effect.Effect<void>
  /** Rotates if the signing key is a week old. */
  readonly rotateWhenDue: Effect.Effect<void>
}>()("@namewright/core/approvals/ApprovalKeys") {
  static readonly layer = Layer.effect(
    ApprovalKeys,
    Effect.gen(function*() {
      const entropy = yield* Entropy
      const sealed = yield* SealedSecrets
      const store = yield* ApprovalKeyStore
      const opened = new Map<string, CryptoKey>()

      const keys = yield* makeRotatingKeys<ApprovalKey>({
        store,
        create: Effect.fnUntraced(function*(key) {
          const key_id = Base64Url.encode(yield* entropy.randomBytes(idBytes))
          const secret = Redacted.make(Base64Url.encode(yield* entropy.randomBytes(secretBytes)))
          return { ...key, key_id, secret: yield* sealed.seal(secret, key_id) }
        }),
        tokenSeconds: limits.approvalSeconds
      })

      const openedKey = Effect.fnUntraced(function*({ key_id, secret }: ApprovalKey) {
        const cached = opened.get(key_id)
        if (cached !== undefined) return cached
        const key = yield* imported(yield* sealed.open(secret, key_id))
        opened.set(key_id, key)
        return key
      })

      const authenticate = Effect.fnUntraced(function*(text: string) {
        const current = yield* keys.current
        const key = yield* openedKey(current)
        const mac = yield* Effect.promise(() => globalThis.crypto.subtle.sign("HMAC", key, bytesOf(text)))
        return { key_id: current.key_id, mac: Base64Url.encode(new Uint8Array(mac)) }
      })

      const verify = Effect.fnUntraced(function*(text: string, { key_id, mac }: Authenticated) {
        const found = yield* keys.find(key_id)
        const code = Base64Url.decode(mac)
        // Several base64url texts decode to the same bytes; only the canonical one is accepted.
        if (Option.isNone(found) || Result.isFailure(code) || Base64Url.encode(code.success) !== mac) return false
        const key = yield* openedKey(found.value)
        return yield* Effect.promise(() =>
          globalThis.crypto.subtle.verify("HMAC", key, new Uint8Array(code.success), bytesOf(text))
        )
      })

      return ApprovalKeys.of({
        authenticate,
        verify,
        rotate: keys.rotate,
        rotateWhenDue: keys.rotateAfter(signingAge)
      })
    })
  )
}

const bytesOf = (text: string) => new TextEncoder().encode(text)

const imported = (secret: Redacted.Redacted) =>
  Effect.promise(() =>
    globalThis.crypto.subtle.importKey(
      "raw",
      new Uint8Array(Result.getOrThrow(Base64Url.decode(Redacted.value(secret)))),
      { name: "HMAC", hash: "SHA-256" },
      false,
      ["sign", "verify"]
    )
  )
