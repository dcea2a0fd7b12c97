import { Schema } from "effect"
import { limits } from "../shared/index.ts"

/** Exchange of a refresh token of the sign-in realm. */
export const RefreshTokenRequest = Schema.Struct({
  grant_type: Schema.Literal("refresh_token"),
  /** Client id of the program at the realm: an id of a registration, or an https address. */
  client_id: Schema.String.check(Schema.isMaxLength(limits.programId)),
  /** Only for programs that registered with a secret. */
  client_secret: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.clientSecret)), { label: "client_secret" })
  ),
  refresh_token: Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.accessToken)), {
    label: "refresh_token"
  })
}).annotate({ identifier: "RefreshTokenRequest" })
export type RefreshTokenRequest = typeof RefreshTokenRequest.Type

/** Tokens with which a program acts for a person. Each refresh token is valid once. */
export const UserTokenResponse = Schema.Struct({
  access_token: Schema.RedactedFromValue(Schema.String, { label: "access_token" }),
  /** Seconds. */
  expires_in: Schema.Int,
  /** Seconds. */
  refresh_expires_in: Schema.Int,
  refresh_token: Schema.RedactedFromValue(Schema.String, { label: "refresh_token" }),
  token_type: Schema.Literal("Bearer")
}).annotate({ identifier: "UserTokenResponse" })
export type UserTokenResponse = typeof UserTokenResponse.Type
