/** Pseudo-random numbers, equal for the same seed (xorshift32). */
export class Draw {
  #state: number

  constructor(seed: number) {
    this.#state = Math.imul(seed + 1, 0x9e37_79b1) | 1
    for (let round = 0; round < 8; round++) this.below(2)
  }

  /** 0 to `bound` - 1. */
  below(bound: number): number {
    this.#state ^= this.#state << 13
    this.#state ^= this.#state >>> 17
    this.#state ^= this.#state << 5
    return (this.#state >>> 0) % bound
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(choices: readonly [T, ...ReadonlyArray<T>]): T {
    return choices[this.below(choices.length)] ?? choices[0]
  }

  times<T>(count: number, make: () => T): ReadonlyArray<T> {
    return Array.from({ length: count }, make)
  }

  /** One of these characters, as often as asked. */
  text(characters: string, length: number): string {
    return this.times(length, () => characters.charAt(this.below(characters.length))).join("")
  }

  octets(length: number): Uint8Array {
    return Uint8Array.from(this.times(length, () => this.below(256)))
  }
}
