import type { RegistryRefusal } from "@namewright/core/registry"
import { Result, Schema } from "effect"
import type { LaunchCreate } from "../message/CommandExtension.ts"
import { malformed } from "./Refusals.ts"

/**
 * Proof that a claims notice was accepted, as passed with a registration: JSON with the notice's id, its end and the
 * time of acceptance as RFC 3339 texts, and the validator unless it is the Trademark Clearinghouse (RFC 8334, section
 * 3.3.2).
 */
const ClaimsAcceptance = Schema.fromJsonString(Schema.Struct({
  notice_id: Schema.NonEmptyString,
  validator: Schema.optionalKey(Schema.NonEmptyString),
  not_after: Schema.NonEmptyString,
  accepted_on: Schema.NonEmptyString
}))

const decode = Schema.decodeUnknownResult(ClaimsAcceptance)

/** The extension of a registration in the claims phase; undefined outside of it. */
export const launchCreate = (
  acceptance: string | null
): Result.Result<LaunchCreate | undefined, RegistryRefusal> => {
  if (acceptance === null) return Result.succeed(undefined)
  return Result.match(decode(acceptance), {
    onFailure: () =>
      Result.fail(malformed("The acceptance of the claims notice is not of the form that is documented")),
    onSuccess: ({ accepted_on, not_after, notice_id, validator }) =>
      Result.succeed({
        phase: { phase: "claims" },
        encodedSignedMarks: [],
        notices: [{
          id: notice_id,
          ...(validator === undefined ? {} : { validator }),
          notAfter: not_after,
          acceptedOn: accepted_on
        }]
      })
  })
}
