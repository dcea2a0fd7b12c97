/**
 * Cache of the most recently used values. It consists of two generations, each at most half of the maximum: a value that
 * is not read while half of the maximum is added is dropped. The order within a generation is not kept.
 */
export class RecentlyUsed<Value extends object | number> {
  readonly #half: number
  #recent = new Map<string, Value>()
  #former = new Map<string, Value>()

  constructor(maximum: number) {
    this.#half = Math.ceil(maximum / 2)
  }

  get size(): number {
    return this.#recent.size + this.#former.size
  }

  get(key: string): Value | undefined {
    const recent = this.#recent.get(key)
    if (recent !== undefined) return recent
    const former = this.#former.get(key)
    return former === undefined ? undefined : this.set(key, former)
  }

  delete(key: string): void {
    this.#recent.delete(key)
    this.#former.delete(key)
  }

  set(key: string, value: Value): Value {
    if (this.#recent.size >= this.#half) {
      this.#former = this.#recent
      this.#recent = new Map()
    }
    this.#former.delete(key)
    this.#recent.set(key, value)
    return value
  }
}
