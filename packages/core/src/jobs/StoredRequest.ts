import { Effect, Schema } from "effect"
import { JobFailure } from "./JobFailure.ts"
import type { RunningJob } from "./JobKind.ts"

/** The command and the decoded request of a job. */
export interface StoredRequest<A> {
  /** The command as it was submitted. */
  readonly type: string
  readonly request: A
}

/** Reads the request that a job keeps under `member` of its payload: in the same form as a caller would send it. */
export const storedRequest = <A>(member: string, schema: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeUnknownEffect(schema)
  return ({ payload }: RunningJob): Effect.Effect<StoredRequest<A>, JobFailure> =>
    Effect.mapBoth(decode(payload[member]), {
      onSuccess: (request) => ({ type: String(payload["type"]), request }),
      // The schema's message would show the request, secrets included.
      onFailure: () =>
        new JobFailure({ error_class: "ValidationError", message: "The request is no longer understood" })
    })
}
