import { createHmac } from "node:crypto"
import type { ShownPage } from "./Browser.ts"

/** The code that an authenticator with the key of a page shows `periods` from `now` (RFC 6238). */
export const authenticatorCode = (page: ShownPage, periods = 0, now = Date.now()): string => {
  const secret = (/<p class="code">([A-Z2-7 ]+)</.exec(page.text)?.[1] ?? "").replaceAll(" ", "")
  const bits = Array.from(
    secret,
    (letter) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0")
  )
  const key = Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000) + periods))
  const mac = createHmac("sha1", key).update(counter).digest()
  const offset = mac.readUInt8(19) & 15
  return String((mac.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0")
}
