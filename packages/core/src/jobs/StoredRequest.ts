import { Effect, Schema } from "effect"
import { JobFailure } from "./JobFailure.ts"
import type { RunningJob } from "./JobKind.ts"

/** The command and the decoded request of a job. */
export interface StoredRequest<A> {
  /** The command as it was submitted. */
  readonly type: string
  readonly request: A
}

/** Decodes the request from the member `member` of a job's payload. It has the wire form. */
export const storedRequest = <A>(member: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ payload }: RunningJob): Effect.Effect<StoredRequest<A>, JobFailure> =>
    Effect.mapBoth(decode(payload[member]), {
      onSuccess: (request) => ({ type: String(payload["type"]), request }),
      // The message of the schema error would contain the request, including secrets.
      onFailure: () =>
        new JobFailure({ error_class: "ValidationError", message: "The request is no longer understood" })
    })
}
