import { Effect, Stream } from "effect"
import type { Readable } from "node:stream"

/** Stream of the chunks of a Node stream. A failure is a defect; failures of its input are handled at the input. */
export const streamOf = (output: Readable): Stream.Stream<Uint8Array> =>
  Stream.fromAsyncIterable<Uint8Array, unknown>(output, (cause) => cause).pipe(
    Stream.orDie,
    Stream.ensuring(Effect.sync(() => void output.destroy()))
  )
