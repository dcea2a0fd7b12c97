import { Context, type Effect, type Option, type Stream } from "effect"

/** Byte range of a file, from 0, both ends inclusive. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Port: storage of report files, shared by all processes of an installation. Names consist of letters, digits, `_` and
 * `-`.
 */
export class ReportFiles extends Context.Service<ReportFiles, {
  /**
   * Writes a stream to a file, replacing an existing one, and returns its size in bytes. If the stream fails or the
   * write is interrupted, no file exists. Never called in a transaction.
   */
  readonly write: <E, R>(
    name: string,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<number, E, R>
  /** Size of a file in bytes; none if it does not exist. */
  readonly size: (name: string) => Effect.Effect<Option.Option<number>>
  /** Reads a range of an existing file. */
  readonly read: (name: string, range: ByteRange) => Stream.Stream<Uint8Array>
  /** Removes a file if it exists. */
  readonly remove: (name: string) => Effect.Effect<void>
}>()("@namewright/core/reports/ReportFiles") {}
