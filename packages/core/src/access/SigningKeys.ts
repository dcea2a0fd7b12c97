import { Context, Effect, Layer } from "effect"
import { limits, Timetable } from "../shared/index.ts"
import { makeRotatingKeys, type RotatingKeys } from "./RotatingKeys.ts"
import type { SigningKey } from "./SigningKey.ts"
import { SigningKeyStore } from "./SigningKeyStore.ts"
import { TokenSigner } from "./TokenSigner.ts"

/** Age at which signing keys are replaced. */
const signingAge = "90 days"

/** Keys that sign the access tokens of this environment. */
export class SigningKeys extends Context.Service<SigningKeys, RotatingKeys<SigningKey>>()(
  "@namewright/core/access/SigningKeys"
) {
  static readonly layer = Layer.effect(
    SigningKeys,
    Effect.gen(function*() {
      const store = yield* SigningKeyStore
      const signer = yield* TokenSigner
      const keys = yield* makeRotatingKeys<SigningKey>({
        store,
        create: (key) => Effect.map(signer.generate, (pair) => ({ ...key, ...pair })),
        tokenSeconds: limits.accessTokenSeconds
      })
      const timetable = yield* Timetable
      const rotateOld = Effect.as(keys.rotateAfter(signingAge), false)
      yield* timetable.add({ name: "access.signing-keys", every: "1 day", run: rotateOld })
      return SigningKeys.of({ ...keys, rotate: Effect.withSpan(keys.rotate, "SigningKeys.rotate") })
    })
  )
}
