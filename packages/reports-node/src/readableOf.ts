import { Effect, Stream } from "effect"
import { Readable } from "node:stream"

/** Bytes that Node reads ahead of the consumer. */
const readAhead = 256 * 1024

/** A stream as Node reads it; it ends when the scope does. */
export const readableOf = Effect.fnUntraced(function*<E, R>(bytes: Stream.Stream<Uint8Array, E, R>) {
  const chunks = yield* Stream.toAsyncIterableEffect(bytes)
  return yield* Effect.acquireRelease(
    Effect.sync(() => Readable.from(chunks, { objectMode: false, highWaterMark: readAhead })),
    (readable) => Effect.sync(() => void readable.destroy())
  )
})
