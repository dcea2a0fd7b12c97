import { newReport } from "@namewright/conformance"
import { layerPlatform } from "@namewright/core/embed"
import { generatedFile, ReportFiles, ReportGeneration, ReportStore } from "@namewright/core/reports"
import { reportFolder } from "@namewright/reports-node"
import { Effect, Option } from "effect"
import { large } from "../domains-list/portfolio.ts"
import { serveParent, taskOf } from "../harness/ChildProcess.ts"
import { storageOf } from "../harness/storageOf.ts"
import { measured, type ReportTask } from "./measured.ts"

const task = taskOf<ReportTask>()

/** Generates the inventory as the job of a report does. */
const generate = Effect.gen(function*() {
  const { find, insert } = yield* ReportStore
  const generation = yield* ReportGeneration
  const files = yield* ReportFiles
  const report = yield* newReport(large)
  yield* insert(report)
  const result = yield* Effect.promise(() =>
    measured(async () => {
      await Effect.runPromise(generation.generate(report.report_id, { isLast: true }))
      const made = Option.getOrThrow(await Effect.runPromise(find(large, report.report_id)))
      if (made.status !== "completed") throw new Error(`The report ended ${made.status}`)
      return { rows: made.record_count ?? 0, bytes: made.file_size_bytes ?? 0 }
    })
  )
  yield* files.remove(generatedFile({ ...report, attempts: 1 }))
  return result
})

const options = { storage: storageOf(task.storage), reportFiles: reportFolder(task.folder), loggers: [] }
serveParent(await Effect.runPromise(Effect.provide(generate, layerPlatform(options))))
