/** Answers of registries, kept for a short time. Times are in milliseconds. */
export class RecentAnswers<Answer> {
  readonly #keptFor: number
  readonly #most: number
  /** Oldest first, because every answer is kept for the same time. */
  readonly #answers = new Map<string, { readonly answer: Answer; readonly until: number }>()

  constructor(keptFor: number, most: number) {
    this.#keptFor = keptFor
    this.#most = most
  }

  /** Number of answers in memory. */
  get size(): number {
    return this.#answers.size
  }

  /** Answer about a name; undefined if there is none that is recent. */
  get(registry: string, name: string, now: number): Answer | undefined {
    const kept = this.#answers.get(keyOf(registry, name))
    return kept === undefined || kept.until <= now ? undefined : kept.answer
  }

  keep(registry: string, name: string, answer: Answer, now: number): void {
    if (this.#keptFor <= 0) return
    const key = keyOf(registry, name)
    this.#answers.delete(key)
    this.#answers.set(key, { answer, until: now + this.#keptFor })
    for (const [oldest, { until }] of this.#answers) {
      if (this.#answers.size <= this.#most && until > now) break
      this.#answers.delete(oldest)
    }
  }
}

/** Names contain no spaces. */
const keyOf = (registry: string, name: string): string => `${name} ${registry}`
