import { Effect, Stream } from "effect"
import { Readable } from "node:stream"
import { ZipFile } from "yazl"
import { streamOf } from "./streamOf.ts"

/** Lowest level: tables are compressed to 20 %, in half the time of the default level. */
const compressionLevel = 1

/** Timestamp of ZIP entries: the earliest of the format, so that equal content results in equal files. */
const entryTime = new Date(1980, 0, 1)

/** Bytes that Node buffers ahead of the consumer. */
const bufferBytes = 256 * 1024

/** Node stream of the bytes; destroyed when the scope closes. */
const readableOf = Effect.fnUntraced(function*<E, R>(bytes: Stream.Stream<Uint8Array, E, R>) {
  const chunks = yield* Stream.toAsyncIterableEffect(bytes)
  return yield* Effect.acquireRelease(
    Effect.sync(() => Readable.from(chunks, { objectMode: false, highWaterMark: bufferBytes })),
    (readable) => Effect.sync(() => void readable.destroy())
  )
})

/** ZIP archive of one file, generated while it is read. */
export const zip = <E, R>(file: string, content: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.unwrap(Effect.map(readableOf(content), (input) => {
    const archive = new ZipFile()
    const output = archive.outputStream as Readable
    // The library does not handle errors of its input.
    input.on("error", (cause) => void output.destroy(cause))
    archive.on("error", (cause) => void output.destroy(cause instanceof Error ? cause : new Error(String(cause))))
    archive.addReadStream(input, file, { mtime: entryTime, compressionLevel })
    archive.end()
    return streamOf(output)
  }))
