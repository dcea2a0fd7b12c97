import { ReportFiles, type ReportFilesCapability, type ReportFilesDriver } from "@namewright/core/reports"
import { Effect, Exit, Layer, Option, Stream } from "effect"
import * as assert from "../drivers/assert.ts"
import { contractCases, type ContractRunner, runContract } from "../drivers/ContractRunner.ts"

/** Bytes whose values depend on their positions. */
const content = (length: number): Uint8Array =>
  Uint8Array.from({ length }, (_, index) => (index * 31 + (index >> 8)) % 251)

const inParts = (bytes: Uint8Array, size: number): Stream.Stream<Uint8Array> =>
  Stream.fromIterable(
    Array.from(
      { length: Math.ceil(bytes.length / size) },
      (_, index) => bytes.subarray(index * size, (index + 1) * size)
    )
  )

const joined = (parts: ReadonlyArray<Uint8Array>): ReadonlyArray<number> => parts.flatMap((part) => [...part])

const read = Effect.fnUntraced(function*(name: string, start: number, end: number) {
  const files = yield* ReportFiles
  return joined(yield* Stream.runCollect(files.read(name, { start, end })))
})

export interface ReportFilesContractOptions {
  /** `describe` and `it` of the test runner. */
  readonly runner: ContractRunner
  /** Capabilities of the driver. Cases that need more are reported as skipped. */
  readonly capabilities: ReadonlyArray<ReportFilesCapability>
  /** Time limit of a case; default 30 seconds. */
  readonly timeoutMillis?: number | undefined
}

const cases = contractCases<ReportFiles, ReportFilesCapability>((it) => {
  it.effect("finds no file that was not written", () =>
    Effect.gen(function*() {
      const { size } = yield* ReportFiles
      assert.deepStrictEqual(yield* size("never"), Option.none())
    }))

  it.effect("replaces a file", () =>
    Effect.gen(function*() {
      const { size, write } = yield* ReportFiles
      yield* write("again", inParts(content(400_000), 65_536))
      yield* write("again", inParts(content(3), 2))
      assert.deepStrictEqual(yield* size("again"), Option.some(3))
      assert.deepStrictEqual(yield* read("again", 0, 2), [...content(3)])
    }))

  it.effect("writes a file and returns its size", () =>
    Effect.gen(function*() {
      const { size, write } = yield* ReportFiles
      const bytes = content(700_001)
      assert.strictEqual(yield* write("large", inParts(bytes, 65_536)), bytes.length)
      assert.deepStrictEqual(yield* size("large"), Option.some(bytes.length))
      assert.isTrue(Buffer.from(yield* read("large", 0, bytes.length - 1)).equals(bytes))
    }))

  it.effect("reads any range", () =>
    Effect.gen(function*() {
      const { write } = yield* ReportFiles
      const bytes = content(600_000)
      yield* write("parts", inParts(bytes, 100_000))
      for (
        const [start, end] of [[0, 0], [10, 20], [262_140, 262_150], [599_999, 599_999], [100, 524_300]] as const
      ) {
        const part = Buffer.from(yield* read("parts", start, end))
        assert.isTrue(part.equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
      }
    }))

  it.needs("removal").effect("removes a file that does not exist", () =>
    Effect.gen(function*() {
      const { remove, size } = yield* ReportFiles
      assert.deepStrictEqual(yield* size("nothing"), Option.none())
      yield* remove("nothing")
    }))

  it.needs("removal").effect("removes a file, after which it does not exist", () =>
    Effect.gen(function*() {
      const { remove, size, write } = yield* ReportFiles
      yield* write("twice", inParts(content(400_000), 65_536))
      yield* write("twice", inParts(content(3), 2))
      assert.deepStrictEqual(yield* size("twice"), Option.some(3))
      assert.deepStrictEqual(yield* read("twice", 0, 2), [...content(3)])
      yield* remove("twice")
      assert.deepStrictEqual(yield* size("twice"), Option.none())
    }))

  it.needs("removal").effect("has no file if the content fails", () =>
    Effect.gen(function*() {
      const { size, write } = yield* ReportFiles
      const broken = Stream.concat(inParts(content(600_000), 65_536), Stream.fail("no more"))
      const exit = yield* Effect.exit(write("broken", broken))
      assert.deepStrictEqual(exit, Exit.fail("no more"))
      assert.deepStrictEqual(yield* size("broken"), Option.none())
    }))
})

/**
 * Contract of storages of report files: what `defineReportFiles` returns, or with Effect a layer.
 *
 * @example
 * import * as runner from "node:test"
 * reportFilesContract("bucket", () => bucketFiles(client), { runner, capabilities: ["ranges", "removal"] })
 */
export const reportFilesContract = <E = never>(
  name: string,
  make: Layer.Layer<ReportFiles, E> | (() => ReportFilesDriver | Promise<ReportFilesDriver>),
  { capabilities, runner, timeoutMillis }: ReportFilesContractOptions
): void =>
  runContract<ReportFiles, E, ReportFilesCapability>({
    name: `ReportFiles (${name})`,
    runner,
    layer: isLayer(make) ? make : Layer.unwrap(Effect.map(Effect.promise(async () => make()), ({ layer }) => layer)),
    offered: new Set(capabilities),
    cases,
    timeoutMillis
  })

const isLayer = <E>(
  make: Layer.Layer<ReportFiles, E> | (() => ReportFilesDriver | Promise<ReportFilesDriver>)
): make is Layer.Layer<ReportFiles, E> => Layer.isLayer(make)
