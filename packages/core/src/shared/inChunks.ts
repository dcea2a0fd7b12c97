import { Effect } from "effect"

/**
 * Cost of the work between two yields to the event loop, which takes 5 to 10 ms. An item costs 1 per character of text,
 * plus a fixed amount.
 */
const chunkCost = 10_000

/** Works on items one after another. Other work of the process, such as requests, runs between chunks. */
export const inChunks = Effect.fnUntraced(
  function*<A>(items: Iterable<A>, costOf: (item: A) => number, work: (item: A) => void) {
    let cost = 0
    for (const item of items) {
      work(item)
      cost += costOf(item)
      if (cost < chunkCost) continue
      cost = 0
      yield* Effect.yieldNow
    }
  }
)
