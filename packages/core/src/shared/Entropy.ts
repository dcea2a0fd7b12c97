import { Context } from "effect"
import { SecureRandom } from "effect/crypto"

/** A call of Web Crypto costs as much for a few bytes as for a few kilobytes, so they are drawn ahead. */
const drawnAhead = new Uint8Array(4096)
let taken = drawnAhead.length

const draw = (size: number): Uint8Array<ArrayBuffer> => {
  if (size > drawnAhead.length) return globalThis.crypto.getRandomValues(new Uint8Array(size))
  if (taken + size > drawnAhead.length) {
    globalThis.crypto.getRandomValues(drawnAhead)
    taken = 0
  }
  const bytes = drawnAhead.slice(taken, taken + size)
  // What has become an id or a secret is not kept a second time.
  drawnAhead.fill(0, taken, taken + size)
  taken += size
  return bytes
}

/**
 * Where ids, auth codes and secrets take their randomness from. The default is Web Crypto; a test may replace it.
 */
export const Entropy = Context.Reference<SecureRandom.SecureRandom["Service"]>("@namewright/core/shared/Entropy", {
  defaultValue: () => SecureRandom.make(draw)
})
