import { Effect } from "effect"

/**
 * Cost of a slice of work between two yields to the event loop. An item costs 1 for each character of text to be read, and
 * something for the work beside it; a slice takes 5 to 10 ms.
 */
const sliceCost = 10_000

/** Works on items one after another. Other work of the process, such as requests, runs between slices. */
export const inSlices = Effect.fnUntraced(
  function*<A>(items: Iterable<A>, costOf: (item: A) => number, work: (item: A) => void) {
    let cost = 0
    for (const item of items) {
      work(item)
      cost += costOf(item)
      if (cost < sliceCost) continue
      cost = 0
      yield* Effect.yieldNow
    }
  }
)
