import { Context, type Effect, type Option, type Stream } from "effect"

/** Bytes of a file, counted from 0, both ends included. */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Where finished reports lie. Names consist of letters, digits, `_` and `-`. Every process of an installation has to see
 * the same files.
 */
export class ReportFiles extends Context.Service<ReportFiles, {
  /**
   * Keeps what a stream yields and answers its bytes; a file of this name is replaced. When the stream fails or the
   * write is interrupted there is no file. Never called in a transaction.
   */
  readonly write: <E, R>(
    name: string,
    content: Stream.Stream<Uint8Array, E, R>
  ) => Effect.Effect<number, E, R>
  /** Bytes of a file; none when it does not exist. */
  readonly size: (name: string) => Effect.Effect<Option.Option<number>>
  /** The bytes of a file that exists, in order. */
  readonly read: (name: string, range: ByteRange) => Stream.Stream<Uint8Array>
  /** Removes a file; does nothing when there is none. */
  readonly remove: (name: string) => Effect.Effect<void>
}>()("@namewright/core/reports/ReportFiles") {}
