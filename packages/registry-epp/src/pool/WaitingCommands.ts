/** A queued entry. */
export interface Waiting {
  /** Key of the fair share. Entries of one tenant are served in order of arrival. */
  readonly tenant: string
  /** Served before entries that are not urgent. */
  readonly urgent: boolean
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Round-robin queue over tenants: each tenant gets its turn, however many entries the others have. */
export class WaitingCommands<W extends Waiting> {
  /** In round-robin order, without empty queues. */
  readonly #queues = new Map<string, Array<W>>()
  readonly #urgent: Array<W> = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(waiting: W): void {
    this.#size++
    if (waiting.urgent) return void this.#urgent.push(waiting)
    const queue = this.#queues.get(waiting.tenant)
    if (queue === undefined) this.#queues.set(waiting.tenant, [waiting])
    else queue.push(waiting)
  }

  /** The next entry. */
  first(): W | undefined {
    if (this.#urgent.length > 0) return this.#urgent[0]
    for (const queue of this.#queues.values()) return queue[0]
    return undefined
  }

  /** Removes and returns the next entry. Its tenant moves to the end. */
  take(): W | undefined {
    const first = this.first()
    if (first === undefined) return undefined
    this.#size--
    if (first.urgent) return this.#urgent.shift()
    const queue = this.#queues.get(first.tenant)
    queue?.shift()
    this.#queues.delete(first.tenant)
    if (queue !== undefined && queue.length > 0) this.#queues.set(first.tenant, queue)
    return first
  }

  /** Removes an entry; false if it is not queued. */
  remove(waiting: W): boolean {
    const queue = waiting.urgent ? this.#urgent : this.#queues.get(waiting.tenant)
    const index = queue?.indexOf(waiting) ?? -1
    if (queue === undefined || index < 0) return false
    queue.splice(index, 1)
    this.#size--
    if (!waiting.urgent && queue.length === 0) this.#queues.delete(waiting.tenant)
    return true
  }

  /** Entries that have waited since `moment` or longer. */
  waitingSince(moment: number): ReadonlyArray<W> {
    return [this.#urgent, ...this.#queues.values()].flat().filter(({ since }) => since <= moment)
  }

  /** Arrival time of the oldest entry; `Infinity` if there is none. */
  oldest(): number {
    let oldest = this.#urgent[0]?.since ?? Infinity
    for (const [first] of this.#queues.values()) oldest = Math.min(oldest, first?.since ?? Infinity)
    return oldest
  }
}
