import { Effect, Layer, Option, Schema } from "effect"
import { ClaimsNotice, ClaimsNotices, layerSimulatedClaims } from "../registry/index.ts"
import { type Environment, type InputOf, plainArgument } from "../shared/index.ts"
import { callHost } from "../telemetry/index.ts"

/** A trademark notice as the clearinghouse issued it; `not_after` is a `Date` or RFC 3339 text. */
export type IssuedClaimsNotice = InputOf<typeof ClaimsNotice>

/** Returns the notice of a claims key, or null for an unknown key. `signal` ends with the time limit of 10 seconds. */
export type ClaimsNoticeFunction = (
  claimsKey: string,
  options: { readonly signal: AbortSignal }
) => Promise<IssuedClaimsNotice | null> | IssuedClaimsNotice | null

const decode = Schema.decodeUnknownEffect(ClaimsNotice)

/** The source of claims notices of the option. */
export const claimsNoticesLayer = (
  claimsNotices: ClaimsNoticeFunction | Layer.Layer<ClaimsNotices, unknown> | undefined,
  environment: Environment | undefined
) => {
  if (typeof claimsNotices === "function") {
    return Layer.succeed(ClaimsNotices, {
      find: (claimsKey) =>
        Effect.flatMap(callHost((signal) => claimsNotices(claimsKey, { signal })), (notice) =>
          notice === null
            ? Effect.succeedNone
            : Effect.map(decode(plainArgument(notice, ["notice"]).value), Option.some))
    })
  }
  return claimsNotices ?? (environment === "production" ? ClaimsNotices.layerNone : layerSimulatedClaims)
}
