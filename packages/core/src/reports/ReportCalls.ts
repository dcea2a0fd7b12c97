import { Effect, Schema, Stream } from "effect"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  Instant,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  plainEncoder,
  shown
} from "../shared/index.ts"
import { CreateReport, Report, ReportId, ReportStatus, ReportTrigger } from "./Report.ts"
import type { ByteRange } from "./ReportFiles.ts"
import { Reports } from "./Reports.ts"
import { ReportType } from "./ReportType.ts"

/** Parameters of the list of reports. */
export const reportList = listForm({
  pageSize: limits.reportPageSize,
  filter: {
    report_type: Schema.optionalKey(anyOf(ReportType)),
    status: Schema.optionalKey(anyOf(ReportStatus)),
    trigger_type: Schema.optionalKey(ReportTrigger),
    created_after: Schema.optionalKey(Instant.Instant),
    created_before: Schema.optionalKey(Instant.Instant)
  }
})

export interface ReportJson extends JsonOf<typeof Report> {}
export interface CreateReportInput extends InputOf<typeof CreateReport> {}
export interface ReportFilterInput extends InputOf<Schema.Struct<typeof reportList.filter>> {}

/** Positions of the first and the last byte of a part of a file, from 0. */
export interface ByteRangeInput {
  readonly start: number
  readonly end: number
}

/** The ZIP file of a finished report. */
export interface ReportFile {
  readonly report: ReportJson
  /** Bytes in all. */
  readonly size: number
  /** Reads all bytes, or those of a range. */
  readonly read: (range?: ByteRangeInput) => ReadableStream<Uint8Array>
}

/** Exports that are made in the background. */
export interface ReportCalls {
  /**
   * Requests a report, which a worker makes in the background. `{}` requests the inventory of domains.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_REPORT_COOLDOWN
   *
   * @example
   * const { report_id } = await caller.reports.create({ report_type: "domain_inventory" })
   */
  readonly create: (report: CreateReportInput, options?: CallOptions) => Promise<ReportJson>
  /**
   * Returns one page of reports, newest first.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const { items } = await caller.reports.page({ filter: { status: ["completed"] } })
   */
  readonly page: (request?: ListRequest<ReportFilterInput>, options?: CallOptions) => Promise<Page<ReportJson>>
  /**
   * Iterates over all reports that match a filter, newest first.
   *
   * Rights: `organization:read`.
   *
   * @example
   * for await (const report of caller.reports.all()) console.log(report.report_id, report.status)
   */
  readonly all: (filter?: ReportFilterInput, options?: AllOptions) => AsyncIterable<ReportJson>
  /**
   * Returns a report with its progress.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_REPORT_NOT_FOUND
   *
   * @example
   * const { status } = await caller.reports.get(report_id)
   */
  readonly get: (report_id: string, options?: CallOptions) => Promise<ReportJson>
  /**
   * Opens the ZIP file of a finished report.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_REPORT_NOT_FOUND, ERROR_REPORT_NOT_READY
   *
   * @example
   * const file = await caller.reports.download(report_id)
   * await writeFile("report.zip", file.read())
   */
  readonly download: (report_id: string, options?: CallOptions) => Promise<ReportFile>
}

const byId = inPath("report_id", ReportId)
const plainReport = plainEncoder(Report)

export const reportCalls = {
  create: call([inBody(CreateReport)], Report, (report) => Reports.use((reports) => reports.create(report))),
  ...listCalls(
    [],
    reportList,
    Report,
    "report_id",
    ({ filter, page }) => Reports.use((reports) => reports.list(filter, page))
  ),
  get: call([byId], Report, (id) => Reports.use((reports) => reports.get(id))),
  download: shown(
    [byId],
    (id) =>
      Effect.map(Reports.use((reports) => reports.download(id)), ({ bytes, report, size }): ReportFile => ({
        report: plainReport(report),
        size,
        read: (range: ByteRange = { start: 0, end: size - 1 }) => Stream.toReadableStream(bytes(range))
      }))
  )
} satisfies CallsFor<ReportCalls>
