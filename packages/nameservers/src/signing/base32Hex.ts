const digits = "0123456789abcdefghijklmnopqrstuv"

/** Base 32 with the alphabet that keeps the order of octets, without padding, in lower case (RFC 4648, section 7). */
export const base32Hex = (octets: Uint8Array): string => {
  let text = ""
  let bits = 0
  let pending = 0
  for (const octet of octets) {
    pending = (pending << 8 | octet) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += digits.charAt(pending >> bits & 31)
    }
  }
  return bits === 0 ? text : text + digits.charAt(pending << (5 - bits) & 31)
}
