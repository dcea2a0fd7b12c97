/** Signatures of a zone of 10,000 RRsets and its proofs, several times over; about 300 octets each. */
const defaultMaximum = 100_000

/**
 * Signatures by a digest of who signed what, shared by all zones of a process: an RRset that a new version of a zone did
 * not change is not signed again. Bounded: what was not asked for since half of the maximum was added is forgotten.
 */
export class SignatureCache {
  readonly #half: number
  #recent = new Map<string, Uint8Array>()
  #former = new Map<string, Uint8Array>()

  constructor(maximum: number = defaultMaximum) {
    this.#half = Math.ceil(maximum / 2)
  }

  get size(): number {
    return this.#recent.size + this.#former.size
  }

  find(digest: string): Uint8Array | undefined {
    const recent = this.#recent.get(digest)
    if (recent !== undefined) return recent
    const former = this.#former.get(digest)
    return former && this.keep(digest, former)
  }

  keep(digest: string, signature: Uint8Array): Uint8Array {
    if (this.#recent.size >= this.#half) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#former.delete(digest)
    this.#recent.set(digest, signature)
    return signature
  }
}
