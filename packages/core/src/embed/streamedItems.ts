/**
 * Iterates over the items that a call takes one by one. The end of the iteration ends the call. The items that wait for
 * the iteration are in memory.
 *
 * @param start Runs the call until all items are taken or the signal ends it.
 * @param given Signal of the caller.
 */
export async function* streamedItems(
  start: (take: (item: unknown) => void, signal: AbortSignal) => Promise<void>,
  given: AbortSignal | undefined
): AsyncGenerator<unknown, void, undefined> {
  const left = new AbortController()
  const signal = given === undefined ? left.signal : AbortSignal.any([given, left.signal])
  const waiting: Array<unknown> = []
  let { promise: changed, resolve: change } = Promise.withResolvers<void>()
  let hasEnded = false
  const call = start((item) => {
    waiting.push(item)
    change()
  }, signal).finally(() => {
    hasEnded = true
    change()
  })
  // Its rejection is thrown below, after the items before it.
  call.catch(() => {})
  try {
    for (;;) {
      yield* waiting.splice(0)
      if (hasEnded) break
      // oxlint-disable-next-line no-await-in-loop -- waits for the next items
      await changed
      ;({ promise: changed, resolve: change } = Promise.withResolvers<void>())
    }
    yield* waiting.splice(0)
    await call
  } finally {
    left.abort()
  }
}
