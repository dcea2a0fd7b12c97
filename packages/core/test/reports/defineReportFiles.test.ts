import { assert, describe, it } from "@effect/vitest"
import { reportFilesContract } from "@namewright/conformance/drivers"
import { defineReportFiles, ReportFiles, type ReportFilesDefinition } from "@namewright/core/reports"
import { Cause, Effect, Exit, Option, Stream } from "effect"
import * as runner from "vitest"
import { countsOf, recordedCases } from "../registry/define/RecordingRunner.ts"

async function* partsOf(bytes: Uint8Array) {
  for (let start = 0; start < bytes.length; start += 100_000) yield bytes.subarray(start, start + 100_000)
}

/** Files in memory. A write stores each part at once, as a slow disk would. */
const memoryFiles = () => {
  const files = new Map<string, Uint8Array>()
  const definition = {
    write: async (name, content) => {
      const parts: Array<Uint8Array> = []
      for await (const part of content) {
        parts.push(part)
        files.set(name, new Uint8Array(Buffer.concat(parts)))
      }
    },
    size: async (name) => files.get(name)?.length ?? null,
    read: (name) => partsOf(files.get(name) ?? new Uint8Array()),
    remove: async (name) => void files.delete(name)
  } satisfies ReportFilesDefinition
  return { files, definition }
}

reportFilesContract("memory, without ranges", () => defineReportFiles(memoryFiles().definition), {
  runner,
  capabilities: ["removal"]
})

reportFilesContract("memory, with ranges", () => {
  const { definition, files } = memoryFiles()
  return defineReportFiles({
    ...definition,
    capabilities: ["ranges"],
    read: (name, { end, start }) => partsOf((files.get(name) ?? new Uint8Array()).subarray(start, end + 1))
  })
}, { runner, capabilities: ["ranges", "removal"] })

const contractOf = (definition: ReportFilesDefinition, capabilities: ReadonlyArray<"removal" | "ranges">) =>
  recordedCases((recorder) =>
    reportFilesContract("memory", () => defineReportFiles(definition), { runner: recorder, capabilities })
  )

describe("defined report files", () => {
  it("pass what their functions promise, and report the other cases as skipped", async () => {
    const { remove: _, ...definition } = memoryFiles().definition
    assert.deepStrictEqual(countsOf(await contractOf(definition, [])), { passed: 4, skipped: 3, failed: [] })
  })

  it("fail the contract for a capability that they do not have", async () => {
    const { remove: _, ...definition } = memoryFiles().definition
    assert.include(
      countsOf(await contractOf(definition, ["removal"])).failed,
      "removes a file, after which it does not exist"
    )
    const ranges = countsOf(await contractOf({ ...definition, capabilities: ["ranges"] }, ["ranges"]))
    assert.deepStrictEqual(ranges.failed, ["reads any range"])
  })

  it.effect("leave no file of a failed write, and keep the reason", () =>
    Effect.gen(function*() {
      const { definition, files } = memoryFiles()
      const driver = defineReportFiles({
        ...definition,
        write: async (name, content) => {
          await definition.write(name, content)
          throw new Error("disk full")
        }
      })
      const { size, write } = yield* Effect.provide(ReportFiles, driver.layer)
      const exit = yield* Effect.exit(write("full", Stream.make(new Uint8Array(3))))
      assert.isTrue(Exit.isFailure(exit) && /disk full/.test(Cause.pretty(exit.cause)))
      assert.isTrue(Option.isNone(yield* size("full")))
      assert.strictEqual(files.size, 0)
    }))

  it.effect("fail with the failure of the content, also if the driver ignores it", () =>
    Effect.gen(function*() {
      const { definition, files } = memoryFiles()
      const driver = defineReportFiles({
        ...definition,
        write: (name, content) => definition.write(name, content).catch(() => {})
      })
      const { write } = yield* Effect.provide(ReportFiles, driver.layer)
      const broken = Stream.concat(Stream.make(new Uint8Array(3)), Stream.fail("no more"))
      assert.deepStrictEqual(yield* Effect.exit(write("broken", broken)), Exit.fail("no more"))
      assert.strictEqual(files.size, 0)
    }))
})
