/** Types of one window share the upper octet of their number. */
const windowTypes = 256

/** The types that a name has, as NSEC and NSEC3 records say it (RFC 4034, section 4.1.2). Empty for no types. */
export const typeBitmap = (types: Iterable<number>): Uint8Array => {
  const windows = new Map<number, Uint8Array>()
  const lengths = new Map<number, number>()
  for (const type of types) {
    const window = Math.floor(type / windowTypes)
    const bits = windows.get(window) ?? new Uint8Array(windowTypes / 8)
    const octet = (type % windowTypes) >> 3
    bits[octet] = (bits[octet] ?? 0) | 0x80 >> (type & 7)
    windows.set(window, bits)
    lengths.set(window, Math.max(lengths.get(window) ?? 0, octet + 1))
  }
  const numbers = [...windows.keys()].toSorted((left, right) => left - right)
  return Uint8Array.from(numbers.flatMap((window) => {
    const length = lengths.get(window) ?? 0
    return [window, length, ...(windows.get(window) ?? []).slice(0, length)]
  }))
}
