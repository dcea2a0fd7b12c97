import { type Cause, Effect, Exit, Layer, Option, Stream } from "effect"
import { ConfigurationError, expectedFunction, expectedListOf, optionProblems } from "../shared/index.ts"
import { callHost, inCurrentSpan } from "../telemetry/index.ts"
import { type ByteRange, ReportFiles } from "./ReportFiles.ts"

/** The last argument of every function of a driver. */
export interface ReportFilesCall {
  /** Aborted when the platform no longer waits. */
  readonly signal: AbortSignal
}

/** Behaviour of a storage of report files. `ranges`: it reads parts of files. `removal`: it removes files. */
export const reportFilesCapabilities = ["ranges", "removal"] as const
export type ReportFilesCapability = (typeof reportFilesCapabilities)[number]

/** A storage of report files of promises. Names consist of letters, digits, `_` and `-`. */
export interface ReportFilesDefinition {
  /** `ranges` if `read` reads only the range. Without it, the platform drops the other bytes. */
  readonly capabilities?: ReadonlyArray<"ranges"> | undefined
  /** Writes a file, replacing an existing one. If the content or the write fails, no file may be left by it. */
  readonly write: (name: string, content: AsyncIterable<Uint8Array>, call: ReportFilesCall) => Promise<void>
  /** Size of a file in bytes; null if it does not exist. */
  readonly size: (name: string, call: ReportFilesCall) => Promise<number | null>
  /** Bytes of an existing file. Both ends of the range are inclusive. */
  readonly read: (
    name: string,
    range: ByteRange,
    call: ReportFilesCall
  ) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>
  /** Removes a file if it exists. Without this function, expired reports stay stored. */
  readonly remove?: ((name: string, call: ReportFilesCall) => Promise<void>) | undefined
}

/** A driver that was made by `defineReportFiles`. */
export interface ReportFilesDriver {
  readonly capabilities: ReadonlyArray<ReportFilesCapability>
  /** The storage, for hosts with Effect. */
  readonly layer: Layer.Layer<ReportFiles>
}

const problemsOf = (definition: ReportFilesDefinition) =>
  optionProblems<ReportFilesDefinition>(definition, {
    capabilities: expectedListOf(["ranges"]),
    write: expectedFunction,
    size: expectedFunction,
    read: expectedFunction,
    remove: expectedFunction
  }, { required: ["write", "size", "read"] })

/**
 * Makes a storage of report files of functions that return promises. Rejections fail the report, which is generated again
 * when the user asks. Throws a `ConfigurationError` with every problem.
 *
 * @example
 * const files = defineReportFiles({
 *   capabilities: ["ranges"],
 *   write: (name, content, { signal }) => bucket.upload(name, content, { signal }),
 *   size: async (name) => (await bucket.head(name))?.size ?? null,
 *   read: (name, { start, end }) => bucket.download(name, { start, end }),
 *   remove: (name) => bucket.delete(name)
 * })
 * createPlatform({ storage, reportFiles: files })
 */
export const defineReportFiles = (definition: ReportFilesDefinition): ReportFilesDriver => {
  const problems = problemsOf(definition)
  if (problems.length > 0) throw new ConfigurationError(problems)
  const { capabilities = [], read, remove, size, write } = definition
  const hasRanges = capabilities.includes("ranges")

  const removed = (name: string) => called((signal) => remove?.(name, { signal }))

  const written = <E, R>(name: string, content: Stream.Stream<Uint8Array, E, R>): Effect.Effect<number, E, R> =>
    Effect.gen(function*() {
      let bytes = 0
      let broken: Cause.Cause<E> | undefined
      const counted = content.pipe(
        Stream.tap((part) => Effect.sync(() => void (bytes += part.length))),
        Stream.tapCause((cause) => Effect.sync(() => void (broken = cause)))
      )
      const parts = yield* Stream.toAsyncIterableEffect(counted)
      const exit = yield* Effect.exit(called((signal) => write(name, parts, { signal })))
      // A driver that ignores the failure of its content has stored a part of the file.
      if (broken !== undefined) return yield* Effect.failCause(broken)
      if (Exit.isFailure(exit)) return yield* Effect.failCause(exit.cause)
      return bytes
    }).pipe(Effect.onExit((exit) => Exit.isSuccess(exit) ? Effect.void : Effect.ignoreCause(removed(name))))

  return {
    capabilities: [...capabilities, ...(remove === undefined ? [] : ["removal" as const])],
    layer: Layer.succeed(ReportFiles, {
      write: written,
      size: (name) => Effect.map(called((signal) => size(name, { signal })), (bytes) => Option.fromNullOr(bytes)),
      read: (name, range) =>
        Stream.unwrap(
          Effect.map(
            Effect.zip(called((signal) => read(name, range, { signal })), inCurrentSpan),
            ([parts, run]) => {
              const bytes = Stream.orDie(Stream.fromAsyncIterable(readIn(parts, run), (error) => error))
              return hasRanges ? bytes : within(bytes, range)
            }
          )
        ),
      remove: removed
    })
  }
}

/** Calls a function of the driver, whose failures are defects. */
const called = <A>(call: (signal: AbortSignal) => A | Promise<A>): Effect.Effect<A> => Effect.orDie(callHost(call))

/** The same content, whose parts are read in the span of the caller: a generator runs only when a part is read. */
const readIn = (
  parts: AsyncIterable<Uint8Array>,
  run: <A>(code: () => A) => A
): AsyncIterable<Uint8Array> => ({
  [Symbol.asyncIterator]: () => {
    const iterator = run(() => parts[Symbol.asyncIterator]())
    return {
      next: () => run(() => iterator.next()),
      return: async () => {
        await run(() => iterator.return?.())
        return { done: true, value: undefined }
      }
    }
  }
})

/** The bytes of a range of a whole file. */
const within = (file: Stream.Stream<Uint8Array>, { end, start }: ByteRange): Stream.Stream<Uint8Array> =>
  Stream.suspend(() => {
    let position = 0
    return file.pipe(
      Stream.map((part) => {
        const from = position
        position += part.length
        return { part: part.subarray(Math.max(0, start - from), Math.max(0, end + 1 - from)), isLast: position > end }
      }),
      Stream.takeUntil(({ isLast }) => isLast),
      Stream.map(({ part }) => part),
      Stream.filter((part) => part.length > 0)
    )
  })
