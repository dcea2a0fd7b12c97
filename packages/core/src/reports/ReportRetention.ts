import { Context, Effect, Layer } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import { generatedFile, type StoredReport } from "./Report.ts"
import { ReportFiles } from "./ReportFiles.ts"
import { outdated } from "./ReportPolicy.ts"
import { ReportStore } from "./ReportStore.ts"
import type { ReportType } from "./ReportType.ts"

/** Retention of reports. Source: REST specification, "Limits". */
export class ReportRetention extends Context.Service<ReportRetention, {
  /** Removes the outdated reports of a type. */
  readonly removeOutdated: (organization: OrganizationId, type: ReportType) => Effect.Effect<void>
}>()("@namewright/core/reports/ReportRetention") {
  static readonly layer = Layer.effect(
    ReportRetention,
    Effect.gen(function*() {
      const files = yield* ReportFiles
      const store = yield* ReportStore

      // The file first: after a crash in between, the report is still listed and removed next time.
      const remove = Effect.fnUntraced(function*(report: StoredReport) {
        yield* files.remove(generatedFile(report))
        yield* store.remove(report.report_id)
      })

      return ReportRetention.of({
        removeOutdated: Effect.fn("ReportRetention.removeOutdated")(function*(organization, type) {
          const reports = yield* store.ofType(organization, type)
          yield* Effect.forEach(outdated(reports), remove, { discard: true })
        })
      })
    })
  )
}
