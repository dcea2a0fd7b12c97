import { Cause, Context, Effect, Exit, Layer, Option } from "effect"
import { Instant } from "../shared/index.ts"
import { generatedFile, type ReportId, type StoredReport } from "./Report.ts"
import { ReportContents } from "./ReportContents.ts"
import { ReportFiles } from "./ReportFiles.ts"
import { ReportFormats } from "./ReportFormats.ts"
import { ReportRetention } from "./ReportRetention.ts"
import { type ReportOutcome, reportTransitions } from "./ReportState.ts"
import { ReportStore } from "./ReportStore.ts"

/** How often a generation is begun before the report counts as failed. */
export const generationAttempts = 3

/** Makes the files of reports. Source: REST specification, "States and transitions", Report. */
export class ReportGeneration extends Context.Service<ReportGeneration, {
  /**
   * Makes the file of a report and says how that ended. May be called again after a crash; a report that is finished or
   * gone is left alone. A failure fails the report and is logged, unless it may be tried again: then it is a defect.
   */
  readonly generate: (id: ReportId, options: { readonly isLast: boolean }) => Effect.Effect<void>
  /** Fails a report whose generation nobody carries on. */
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

      /** Files of generations that were cut short. */
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
        if (record_count === 0) yield* finish(report, "findNothing", { record_count, file_size_bytes: null })
      })

      const fail = (report: StoredReport) => finish(report, "fail", { record_count: null, file_size_bytes: null })

      const generate: ReportGeneration["Service"]["generate"] = Effect.fn("ReportGeneration.generate")(
        function*(id, { isLast }) {
          const started = yield* start(id)
          if (Option.isNone(started)) return
          const report = started.value
          yield* removeEarlier(report)
          const made = report.attempts > generationAttempts
            ? Exit.die(tooOften(report))
            : yield* Effect.exit(make(report))
          if (Exit.isFailure(made)) {
            const mayGoOn = !isLast && report.attempts < generationAttempts
            if (mayGoOn || Cause.hasInterruptsOnly(made.cause)) return yield* Effect.failCause(made.cause)
            yield* Effect.logError(`The report ${id} could not be made`, made.cause)
            yield* fail(report)
          }
          yield* retention.tidy(report.organization_id, report.report_type)
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
  new Error(`The generation of ${report_id} was begun ${attempts - 1} times and never ended`)
