import { Context } from "effect"
import { SecureRandom } from "effect/crypto"

/**
 * Where ids, auth codes and secrets take their randomness from. The default is Web Crypto; a test may replace it.
 */
export const Entropy = Context.Reference<SecureRandom.SecureRandom["Service"]>("@namewright/core/shared/Entropy", {
  defaultValue: () => SecureRandom.make((size) => globalThis.crypto.getRandomValues(new Uint8Array(size)))
})
