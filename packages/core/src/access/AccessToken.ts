import { Schema, SchemaTransformation } from "effect"
import { limits, OrganizationId } from "../shared/index.ts"
import { ApiKeyId } from "./ApiKey.ts"

/** What an access token says, with times in seconds since 1970. Source: REST specification, "Authentication". */
export const AccessTokenClaims = Schema.Struct({
  /** Base URL of the installation. */
  iss: Schema.String,
  /** The credential that the token was issued to; it must still be good whenever the token is used. */
  sub: ApiKeyId,
  org: OrganizationId,
  /** The environment. */
  aud: Schema.Literals(["sandbox", "production"]),
  iat: Schema.Int,
  exp: Schema.Int,
  jti: Schema.String
})
export type AccessTokenClaims = typeof AccessTokenClaims.Type

// Read from any text, so that a wrong one is a problem of its field and does not hide those of the other fields.
const GrantType = Schema.String.pipe(
  Schema.decodeTo(Schema.Literal("client_credentials"), SchemaTransformation.passthroughSupertype()),
  Schema.annotateEncoded({ description: "Always `client_credentials`" })
)

/** Client credentials given in exchange for an access token. */
export const TokenRequest = Schema.Struct({
  grant_type: GrantType,
  /** The organization's id. */
  client_id: OrganizationId,
  client_secret: Schema.RedactedFromValue(Schema.String.check(Schema.isMaxLength(limits.clientSecret)), {
    label: "client_secret"
  })
}).annotate({ identifier: "TokenRequest" })
export type TokenRequest = typeof TokenRequest.Type

/** An access token, to be sent as `Authorization: Bearer`. */
export const OrganizationTokenResponse = Schema.Struct({
  access_token: Schema.RedactedFromValue(Schema.String, { label: "access_token" }),
  token_type: Schema.Literal("Bearer"),
  /** Seconds. */
  expires_in: Schema.Int
}).annotate({ identifier: "OrganizationTokenResponse" })
export type OrganizationTokenResponse = typeof OrganizationTokenResponse.Type
