/** One element of the Distinguished Encoding Rules (ITU-T X.690) with a tag below 31. */
export const element = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Uint8Array => {
  const length = contents.reduce((sum, { length: octets }) => sum + octets, 0)
  return concatenated([Uint8Array.of(tag, ...lengthOctets(length)), ...contents])
}

export const concatenated = (parts: ReadonlyArray<Uint8Array>): Uint8Array<ArrayBuffer> => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let position = 0
  for (const part of parts) {
    whole.set(part, position)
    position += part.length
  }
  return whole
}

const lengthOctets = (length: number): ReadonlyArray<number> => {
  if (length < 0x80) return [length]
  const octets: Array<number> = []
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) octets.unshift(rest % 256)
  return [0x80 | octets.length, ...octets]
}

export const sequence = (...contents: ReadonlyArray<Uint8Array>): Uint8Array => element(0x30, ...contents)
export const set = (...contents: ReadonlyArray<Uint8Array>): Uint8Array => element(0x31, ...contents)
export const octetString = (octets: Uint8Array): Uint8Array => element(0x04, octets)
export const bitString = (octets: Uint8Array, unusedBits = 0): Uint8Array =>
  element(0x03, Uint8Array.of(unusedBits), octets)
export const isTrue = element(0x01, Uint8Array.of(0xff))
export const utf8String = (text: string): Uint8Array => element(0x0c, new TextEncoder().encode(text))

/** A whole number of 0 or more, as octets with the most significant one first. */
export const unsignedInteger = (octets: Uint8Array): Uint8Array => {
  const first = octets.findIndex((octet) => octet !== 0)
  const digits = first < 0 ? Uint8Array.of(0) : octets.subarray(first)
  return element(0x02, (digits[0] ?? 0) >= 0x80 ? concatenated([Uint8Array.of(0), digits]) : digits)
}

/** An object identifier such as `2.5.29.17`. */
export const objectIdentifier = (dotted: string): Uint8Array => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number)
  return element(0x06, Uint8Array.from([first * 40 + second, ...rest].flatMap(base128)))
}

const base128 = (arc: number): ReadonlyArray<number> => {
  const octets = [arc % 128]
  for (let rest = Math.floor(arc / 128); rest > 0; rest = Math.floor(rest / 128)) octets.unshift(0x80 | (rest % 128))
  return octets
}

/** UTCTime until 2049, and GeneralizedTime afterwards (RFC 5280, section 4.1.2.5). `iso` is RFC 3339 text in UTC. */
export const time = (iso: string): Uint8Array => {
  const digits = `${iso.slice(0, 19).replaceAll(/\D/g, "")}Z`
  return Number(iso.slice(0, 4)) < 2050
    ? element(0x17, new TextEncoder().encode(digits.slice(2)))
    : element(0x18, new TextEncoder().encode(digits))
}
