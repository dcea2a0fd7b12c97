import { Context, Data, Effect, Layer } from "effect"

/** The public DNS gave no answer. */
export class TxtRecordsUnavailable extends Data.TaggedError("TxtRecordsUnavailable")<{ readonly reason: string }> {}

/** Port: TXT records in the public DNS. Takes some seconds at most. */
export class TxtRecords extends Context.Service<TxtRecords, {
  /** Values of the records at a name without a final dot, the strings of each joined. Empty if there is none. */
  readonly at: (name: string) => Effect.Effect<ReadonlyArray<string>, TxtRecordsUnavailable>
}>()("@namewright/core/branding/TxtRecords") {
  /** The public DNS is never queried. */
  static readonly layerNone = Layer.succeed(TxtRecords, {
    at: () => Effect.fail(new TxtRecordsUnavailable({ reason: "This installation does not query the public DNS" }))
  })
}
