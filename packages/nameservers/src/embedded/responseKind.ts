const headerLength = 12

/** Pointers of a name that are followed. Names in responses of this server have two at most. */
const maximumPointers = 4

const mixed = (hash: number, octet: number): number => Math.imul(hash ^ octet, 0x0100_0193)

const lowerCase = (octet: number): number => octet >= 0x41 && octet <= 0x5a ? octet | 0x20 : octet

/** Hash of the name at an offset, compressed or not. */
const nameHash = (message: Uint8Array, start: number, seed: number): number => {
  let [at, hash, pointers] = [start, seed, 0]
  for (;;) {
    const length = message[at] ?? 0
    if (length === 0) return mixed(hash, 0)
    if (length >= 0xc0) {
      if (++pointers > maximumPointers) return hash
      at = (length & 0x3f) << 8 | (message[at + 1] ?? 0)
      continue
    }
    for (let index = at; index <= at + length; index++) hash = mixed(hash, lowerCase(message[index] ?? 0))
    at += length + 1
  }
}

const questionEnd = (message: Uint8Array): number => {
  let at = headerLength
  while ((message[at] ?? 0) !== 0) at += (message[at] ?? 0) + 1
  return at + 5
}

const countAt = (message: Uint8Array, offset: number): number =>
  (message[offset] ?? 0) << 8 | (message[offset + 1] ?? 0)

/**
 * Hash of the fields by which responses are equal for a rate limit. Positive and truncated responses are equal by name and type.
 * Negative responses and referrals are equal by the owner of their authority section, because the names asked for can be
 * random. Errors are equal by their code.
 */
export const responseKind = (response: Uint8Array, seed: number): number => {
  const rcode = (response[3] ?? 0) & 15
  const [questions, answers, authorities] = [countAt(response, 4), countAt(response, 6), countAt(response, 8)]
  const byCode = mixed(seed, rcode)
  if (questions === 0) return byCode
  const end = questionEnd(response)
  if (answers === 0 && authorities > 0) return nameHash(response, end, byCode)
  if (rcode !== 0 && answers === 0) return byCode
  return nameHash(response, headerLength, mixed(byCode, countAt(response, end - 4)))
}
