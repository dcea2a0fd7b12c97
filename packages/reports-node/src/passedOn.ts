import { Effect, Stream } from "effect"
import type { Readable } from "node:stream"

/** What a Node stream yields. What it fails with is what it was fed with failing, so it is a defect here. */
export const passedOn = (output: Readable): Stream.Stream<Uint8Array> =>
  Stream.fromAsyncIterable<Uint8Array, unknown>(output, (cause) => cause).pipe(
    Stream.orDie,
    Stream.ensuring(Effect.sync(() => void output.destroy()))
  )
