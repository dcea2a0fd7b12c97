import { Context, type Stream } from "effect"

/** Document with a table. */
export interface ReportDocument<E, R> {
  readonly title: string
  /** Lines below the title. */
  readonly subtitle: ReadonlyArray<string>
  /** Columns with their shares of the width, whose sum is 1. */
  readonly columns: ReadonlyArray<{ readonly heading: string; readonly width: number }>
  readonly rows: Stream.Stream<ReadonlyArray<string>, E, R>
}

/** Port: file formats of reports. Implementations stream, and never keep a whole file in memory. */
export class ReportFormats extends Context.Service<ReportFormats, {
  /** ZIP archive with one file. */
  readonly zip: <E, R>(
    file: string,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Stream.Stream<Uint8Array, E, R>
  /** PDF document. */
  readonly pdf: <E, R>(document: ReportDocument<E, R>) => Stream.Stream<Uint8Array, E, R>
}>()("@namewright/core/reports/ReportFormats") {}
