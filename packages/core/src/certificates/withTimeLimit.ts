import { Duration, Effect } from "effect"
import { AuthorityFailed } from "./CertificateAuthority.ts"

/** Time limit of one call of an authority. */
const timeLimit = Duration.seconds(30)

/** An authority that does not answer in time may have carried the call out. */
export const withTimeLimit = <A>(call: Effect.Effect<A, AuthorityFailed>): Effect.Effect<A, AuthorityFailed> =>
  Effect.timeoutOrElse(call, {
    duration: timeLimit,
    orElse: () =>
      Effect.fail(
        new AuthorityFailed({
          reason: "unavailable",
          message: `The authority did not answer within ${Duration.toSeconds(timeLimit)} seconds`
        })
      )
  })
