import { Schema } from "effect"
import { limits, OrganizationId } from "../shared/index.ts"
import { ApiKeyId } from "./ApiKey.ts"

/**
 * Request about an access token, by the client to which it was issued. `client_id` and `client_secret` may instead be in
 * the header `Authorization` (Basic; RFC 6749, section 2.3.1).
 */
export const AccessTokenRequest = Schema.Struct({
  token: Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.accessToken)), { label: "token" }),
  /** Kind of the token (RFC 7009, section 2.1). It is ignored, because there is one kind. */
  token_type_hint: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(limits.tokenTypeHint))),
  /** The organization's id. */
  client_id: Schema.optionalKey(OrganizationId),
  client_secret: Schema.optionalKey(
    Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.clientSecret)), { label: "client_secret" })
  )
}).annotate({ identifier: "AccessTokenRequest" })
export type AccessTokenRequest = typeof AccessTokenRequest.Type

/** State of an access token (RFC 7662, section 2.2); only `active` if it is not valid, or of another client. */
export const AccessTokenState = Schema.Struct({
  active: Schema.Boolean,
  /** The organization's id. */
  client_id: Schema.optionalKey(OrganizationId),
  /** Credential to which the token was issued. */
  sub: Schema.optionalKey(ApiKeyId),
  token_type: Schema.optionalKey(Schema.Literal("Bearer")),
  iss: Schema.optionalKey(Schema.String),
  /** The environment. */
  aud: Schema.optionalKey(Schema.String),
  /** Seconds since 1970. */
  iat: Schema.optionalKey(Schema.Int),
  /** Seconds since 1970. */
  exp: Schema.optionalKey(Schema.Int),
  jti: Schema.optionalKey(Schema.String)
}).annotate({ identifier: "AccessTokenState" })
export type AccessTokenState = typeof AccessTokenState.Type
