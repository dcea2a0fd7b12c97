import { Effect } from "effect"

interface Awaited {
  readonly isSo: () => boolean
  readonly resume: () => void
}

/** Lets fibers wait until something is so that changes only when something happens, without looking again and again. */
export class Happenings {
  readonly #awaited = new Set<Awaited>()

  /** Wakes all waiting fibers, which check their conditions again. */
  happened(): void {
    for (const awaited of this.#awaited) {
      if (!awaited.isSo()) continue
      this.#awaited.delete(awaited)
      awaited.resume()
    }
  }

  /** Waits until something is so; the test's own limit ends a wait in vain. */
  until(isSo: () => boolean): Effect.Effect<void> {
    return Effect.callback((resume) => {
      if (isSo()) return resume(Effect.void)
      const awaited: Awaited = { isSo, resume: () => resume(Effect.void) }
      this.#awaited.add(awaited)
      return Effect.sync(() => void this.#awaited.delete(awaited))
    })
  }
}
