import { Schema, SchemaTransformation } from "effect"
import { limits, OrganizationId } from "../shared/index.ts"
import { ApiKeyId } from "./ApiKey.ts"

/** Claims of an access token, with times in seconds since 1970. Source: REST specification, "Authentication". */
export const AccessTokenClaims = Schema.Struct({
  /** Base URL of the installation. */
  iss: Schema.String,
  /** Credential that the token was issued to; it must be valid whenever the token is used. */
  sub: ApiKeyId,
  org: OrganizationId,
  /** The environment. */
  aud: Schema.Literals(["sandbox", "production"]),
  iat: Schema.Int,
  exp: Schema.Int,
  jti: Schema.String
})
export type AccessTokenClaims = typeof AccessTokenClaims.Type

// Decoded from any text, so that a wrong value is a problem of this field and does not hide problems of other fields.
const GrantType = Schema.String.pipe(
  Schema.decodeTo(Schema.Literal("client_credentials"), SchemaTransformation.passthroughSupertype()),
  Schema.annotateEncoded({ description: "Always `client_credentials`" })
)

/** Request of an access token with client credentials. */
export const TokenRequest = Schema.Struct({
  grant_type: GrantType,
  /** The organization's id. */
  client_id: OrganizationId,
  client_secret: Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.clientSecret)), {
    label: "client_secret"
  })
}).annotate({ identifier: "TokenRequest" })
export type TokenRequest = typeof TokenRequest.Type

/** Access token, to be sent as `Authorization: Bearer`. */
export const OrganizationTokenResponse = Schema.Struct({
  access_token: Schema.RedactedFromValue(Schema.String, { label: "access_token" }),
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int
}).annotate({ identifier: "OrganizationTokenResponse" })
export type OrganizationTokenResponse = typeof OrganizationTokenResponse.Type
