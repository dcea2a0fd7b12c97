import { Effect, Stream } from "effect"
import type { Readable } from "node:stream"

/** Stream of the chunks of a Node stream. A failure is a defect; failures of its input are handled at the input. */
export const streamOf = (output: Readable): Stream.Stream<Uint8Array> => {
  // The iteration reports errors, but listens from its first step on. An earlier error would end the process.
  output.on("error", () => undefined)
  return Stream.fromAsyncIterable<Uint8Array, unknown>(output, (cause) => cause).pipe(
    Stream.orDie,
    Stream.ensuring(Effect.sync(() => void output.destroy()))
  )
}
