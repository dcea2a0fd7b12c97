import { Context } from "effect"
import * as SecureRandom from "effect/crypto/SecureRandom"

/** Random bytes drawn in advance. A call of Web Crypto costs as much for a few bytes as for a few kilobytes. */
const pool = new Uint8Array(4096)
let used = pool.length

const draw = (size: number): Uint8Array<ArrayBuffer> => {
  if (size > pool.length) return globalThis.crypto.getRandomValues(new Uint8Array(size))
  if (used + size > pool.length) {
    globalThis.crypto.getRandomValues(pool)
    used = 0
  }
  const bytes = pool.slice(used, used + size)
  // Bytes that became an id or a secret are erased.
  pool.fill(0, used, used + size)
  used += size
  return bytes
}

/** Source of randomness for ids, auth codes and secrets. Default: Web Crypto. Tests may replace it. */
export const Entropy = Context.Reference<SecureRandom.SecureRandom["Service"]>("@namewright/core/shared/Entropy", {
  defaultValue: () => SecureRandom.make(draw)
})
