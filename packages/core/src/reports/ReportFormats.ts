import { Context, type Stream } from "effect"

/** A table that is set in pages. */
export interface ReportDocument<E, R> {
  readonly title: string
  /** Lines below the title. */
  readonly subtitle: ReadonlyArray<string>
  /** The columns with their share of the width; the shares add up to 1. */
  readonly columns: ReadonlyArray<{ readonly heading: string; readonly width: number }>
  readonly rows: Stream.Stream<ReadonlyArray<string>, E, R>
}

/** Turns the content of reports into files. What is streamed in is never held whole. */
export class ReportFormats extends Context.Service<ReportFormats, {
  /** A ZIP with one file. */
  readonly zip: <E, R>(
    file: string,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Stream.Stream<Uint8Array, E, R>
  /** A PDF. */
  readonly pdf: <E, R>(document: ReportDocument<E, R>) => Stream.Stream<Uint8Array, E, R>
}>()("@namewright/core/reports/ReportFormats") {}
