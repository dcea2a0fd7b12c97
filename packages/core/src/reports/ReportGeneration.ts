import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { generatedFile, type ReportId, type StoredReport } from "./Report.ts"
import { ReportContents } from "./ReportContents.ts"
import { ReportFiles } from "./ReportFiles.ts"
import { ReportFormats } from "./ReportFormats.ts"
import { ReportRetention } from "./ReportRetention.ts"
import { type ReportOutcome, reportTransitions } from "./ReportState.ts"
import { ReportStore } from "./ReportStore.ts"

/** Maximum number of generations before a report fails. */
export const generationAttempts = 3

/** Generates the files of reports. Source: REST specification, "States and transitions", Report. */
export class ReportGeneration extends Context.Service<ReportGeneration, {
  /**
   * Generates the file of a report and stores the outcome. Can be repeated after a crash; does nothing if the report is
   * finished or removed. A failure that can be retried is a defect; otherwise it is logged and the report fails.
   */
  readonly generate: (id: ReportId, options: { readonly isLast: boolean }) => Effect.Effect<void>
  /** Fails a report that lost its job. */
  readonly abandon: (id: ReportId) => Effect.Effect<void>
}>()("@namewright/core/reports/ReportGeneration") {
  static readonly layer = Layer.effect(
    ReportGeneration,
    Effect.gen(function*() {
      const contents = yield* ReportContents
      const files = yield* ReportFiles
      const formats = yield* ReportFormats
      const retention = yield* ReportRetention
      const store = yield* ReportStore

      const start = (id: ReportId) =>
        Effect.flatMap(Instant.now, (at) => {
          const { from, to } = reportTransitions.start
          return store.start(id, from, to, at)
        })

      const finish = Effect.fnUntraced(function*(
        { attempts, report_id }: StoredReport,
        outcome: ReportOutcome,
        file: { readonly record_count: number | null; readonly file_size_bytes: number | null }
      ) {
        const now = yield* Instant.now
        const { from, to } = reportTransitions[outcome]
        const generated_on = outcome === "complete" ? now : null
        return yield* store.finish(from, { report_id, attempts, status: to, ...file, generated_on }, now)
      })

      /** Removes the files of interrupted generations. */
      const removeEarlier = ({ attempts, report_id }: StoredReport) =>
        Effect.forEach(
          Array.from({ length: attempts - 1 }, (_, index) => generatedFile({ report_id, attempts: index + 1 })),
          files.remove,
          { discard: true }
        )

      const make = Effect.fnUntraced(function*(report: StoredReport) {
        const file = generatedFile(report)
        const content = yield* contents.of(report)
        const bytes = yield* files.write(file, formats.zip(content.name, content.bytes))
        const record_count = content.recordCount()
        if (record_count > 0 && (yield* finish(report, "complete", { record_count, file_size_bytes: bytes }))) return
        yield* files.remove(file)
        if (record_count === 0) yield* finish(report, "finishEmpty", { record_count, file_size_bytes: null })
      })

      const fail = (report: StoredReport) => finish(report, "fail", { record_count: null, file_size_bytes: null })

      const generate: ReportGeneration["Service"]["generate"] = Effect.fn("ReportGeneration.generate")(
        function*(id, { isLast }) {
          const started = yield* start(id)
          if (Option.isNone(started)) return
          const report = started.value
          yield* removeEarlier(report)
          const result = report.attempts > generationAttempts
            ? Exit.die(tooOften(report))
            : yield* Effect.exit(make(report))
          if (Exit.isFailure(result)) {
            const canRetry = !isLast && report.attempts < generationAttempts
            if (canRetry || Cause.hasInterruptsOnly(result.cause)) return yield* Effect.failCause(result.cause)
            yield* Effect.logError(`The report ${id} could not be generated`, result.cause)
            yield* fail(report)
          }
          yield* retention.removeOutdated(report.organization_id, report.report_type)
        }
      )

      const abandon = Effect.fn("ReportGeneration.abandon")(function*(id: ReportId) {
        const started = yield* start(id)
        if (Option.isSome(started)) yield* fail(started.value)
      })

      return ReportGeneration.of({ generate, abandon })
    })
  )
}

const tooOften = ({ attempts, report_id }: StoredReport) =>
  new Error(`The generation of ${report_id} was started ${attempts - 1} times and never finished`)
