/** Something that waits for its turn. */
export interface Waiting {
  /** Who shares a turn: those of one lane are served in the order in which they came. */
  readonly lane: string
  /** Goes before those that are not urgent. */
  readonly urgent: boolean
  /** Milliseconds since 1970. */
  readonly since: number
}

/** Waiting commands of many lanes: each lane gets its turn, however many wait in the others. */
export class WaitingCommands<W extends Waiting> {
  /** In the order of turns; only lanes in which somebody waits. */
  readonly #lanes = new Map<string, Array<W>>()
  readonly #urgent: Array<W> = []
  #size = 0

  get size(): number {
    return this.#size
  }

  add(waiting: W): void {
    this.#size++
    if (waiting.urgent) return void this.#urgent.push(waiting)
    const lane = this.#lanes.get(waiting.lane)
    if (lane === undefined) this.#lanes.set(waiting.lane, [waiting])
    else lane.push(waiting)
  }

  /** Whose turn it is. */
  first(): W | undefined {
    if (this.#urgent.length > 0) return this.#urgent[0]
    for (const lane of this.#lanes.values()) return lane[0]
    return undefined
  }

  /** Takes out whose turn it is; its lane goes to the end. */
  take(): W | undefined {
    const first = this.first()
    if (first === undefined) return undefined
    this.#size--
    if (first.urgent) return this.#urgent.shift()
    const lane = this.#lanes.get(first.lane)
    lane?.shift()
    this.#lanes.delete(first.lane)
    if (lane !== undefined && lane.length > 0) this.#lanes.set(first.lane, lane)
    return first
  }

  /** Takes one out that does not wait any more; false when it has left already. */
  remove(waiting: W): boolean {
    const lane = waiting.urgent ? this.#urgent : this.#lanes.get(waiting.lane)
    const index = lane?.indexOf(waiting) ?? -1
    if (lane === undefined || index < 0) return false
    lane.splice(index, 1)
    this.#size--
    if (!waiting.urgent && lane.length === 0) this.#lanes.delete(waiting.lane)
    return true
  }

  /** Those that have waited since `moment` or longer. */
  waitingSince(moment: number): ReadonlyArray<W> {
    return [this.#urgent, ...this.#lanes.values()].flat().filter(({ since }) => since <= moment)
  }

  /** Since when the one waits that came first; `Infinity` when nobody waits. */
  oldest(): number {
    let oldest = this.#urgent[0]?.since ?? Infinity
    for (const [first] of this.#lanes.values()) oldest = Math.min(oldest, first?.since ?? Infinity)
    return oldest
  }
}
