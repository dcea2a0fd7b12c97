import { Effect, Stream } from "effect"
import type { Readable } from "node:stream"
import { ZipFile } from "yazl"
import { passedOn } from "./passedOn.ts"
import { readableOf } from "./readableOf.ts"

/** Tables shrink to a fifth at the lowest level, which takes half of the time of the usual one. */
const compressionLevel = 1

/** The moment that ZIP entries carry: the earliest that the format knows, so that equal content makes equal files. */
const entryTime = new Date(1980, 0, 1)

/** A ZIP of one file, made while it is read. */
export const zip = <E, R>(file: string, content: Stream.Stream<Uint8Array, E, R>): Stream.Stream<Uint8Array, E, R> =>
  Stream.unwrap(Effect.map(readableOf(content), (input) => {
    const archive = new ZipFile()
    const output = archive.outputStream as Readable
    // The library leaves the failures of what it reads to its caller.
    input.on("error", (cause) => void output.destroy(cause))
    archive.on("error", (cause) => void output.destroy(cause instanceof Error ? cause : new Error(String(cause))))
    archive.addReadStream(input, file, { mtime: entryTime, compressionLevel })
    archive.end()
    return passedOn(output)
  }))
