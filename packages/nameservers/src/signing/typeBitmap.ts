/** Octets before the bits of a window: which one it is, and how many octets of bits follow. */
const headerOctets = 2

/** The types that a name has, as NSEC and NSEC3 records say it (RFC 4034, section 4.1.2). Empty for no types. */
export const typeBitmap = (types: Iterable<number>): Uint8Array => {
  const octets: Array<number> = []
  let window: number | undefined
  let start = 0
  for (const type of [...types].toSorted((left, right) => left - right)) {
    if (type >> 8 !== window) {
      window = type >> 8
      start = octets.length
      octets.push(window, 0)
    }
    const at = start + headerOctets + ((type & 0xff) >> 3)
    while (octets.length <= at) octets.push(0)
    octets[at] = (octets[at] ?? 0) | 0x80 >> (type & 7)
    octets[start + 1] = octets.length - start - headerOctets
  }
  return Uint8Array.from(octets)
}
