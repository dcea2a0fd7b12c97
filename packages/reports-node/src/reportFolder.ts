import { ReportFiles } from "@namewright/core/reports"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import { createReadStream } from "node:fs"
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises"
import { join, resolve } from "node:path"
import { streamOf } from "./streamOf.ts"

/** Chunk size of reads in bytes. */
const chunkBytes = 256 * 1024

const removed = (path: string) => Effect.promise(() => rm(path, { force: true }))

/** Appends bytes. Returns their number. */
const append = (file: FileHandle, bytes: Uint8Array): Effect.Effect<number> =>
  Effect.promise(async () => {
    await file.writeFile(bytes)
    return bytes.length
  })

/** Path of a file while it is written; it is renamed afterwards. */
const unfinished = (path: string): string => `${path}.unfinished`

/** Report files in a folder, which is created if it does not exist. Several processes need a shared disk. */
export const reportFolder = (folder: string): Layer.Layer<ReportFiles> => {
  const root = resolve(folder)
  const pathOf = (name: string): string => {
    if (!/^[\w-]+$/.test(name)) throw new Error(`Invalid name of a report file: ${name}`)
    return join(root, name)
  }

  const opened = (path: string) =>
    Effect.acquireRelease(
      Effect.promise(async () => {
        await mkdir(root, { recursive: true, mode: 0o700 })
        return open(path, "w", 0o600)
      }),
      (file) => Effect.promise(() => file.close())
    )

  const write: ReportFiles["Service"]["write"] = (name, content) =>
    Effect.suspend(() => {
      const path = pathOf(name)
      return Effect.scoped(Effect.gen(function*() {
        const file = yield* opened(unfinished(path))
        const size = yield* Stream.runFoldEffect(
          content,
          () => 0,
          (total, bytes) => Effect.map(append(file, bytes), (written) => total + written)
        )
        yield* Effect.promise(() => file.sync())
        return size
      })).pipe(
        Effect.tap(Effect.promise(() => rename(unfinished(path), path))),
        Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : removed(unfinished(path)))
      )
    })

  return Layer.succeed(ReportFiles, {
    write,
    size: (name) =>
      Effect.promise(async () => {
        try {
          return Option.some((await stat(pathOf(name))).size)
        } catch (cause) {
          if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return Option.none()
          throw cause
        }
      }),
    read: (name, range) =>
      Stream.suspend(() => streamOf(createReadStream(pathOf(name), { ...range, highWaterMark: chunkBytes }))),
    remove: (name) => Effect.andThen(removed(unfinished(pathOf(name))), removed(pathOf(name)))
  })
}
