import { Context } from "effect"
import { SecureRandom } from "effect/crypto"

/** Random bytes drawn in advance. A call of Web Crypto costs as much for a few bytes as for a few kilobytes. */
const drawnAhead = new Uint8Array(4096)
let taken = drawnAhead.length

const draw = (size: number): Uint8Array<ArrayBuffer> => {
  if (size > drawnAhead.length) return globalThis.crypto.getRandomValues(new Uint8Array(size))
  if (taken + size > drawnAhead.length) {
    globalThis.crypto.getRandomValues(drawnAhead)
    taken = 0
  }
  const bytes = drawnAhead.slice(taken, taken + size)
  // Bytes that became an id or a secret are erased.
  drawnAhead.fill(0, taken, taken + size)
  taken += size
  return bytes
}

/** Source of randomness for ids, auth codes and secrets. Default: Web Crypto. Tests may replace it. */
export const Entropy = Context.Reference<SecureRandom.SecureRandom["Service"]>("@namewright/core/shared/Entropy", {
  defaultValue: () => SecureRandom.make(draw)
})
