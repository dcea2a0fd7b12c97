import { Schema } from "effect"
import { Instant, limits, OrganizationId, TypeId } from "../shared/index.ts"
import { RoleLabel, RoleReference } from "./Role.ts"
import type { SecretHash } from "./SecretHash.ts"

export const ApiKeyId = TypeId.schema("api_key").pipe(Schema.brand("ApiKeyId"))
export type ApiKeyId = typeof ApiKeyId.Type
export const isApiKeyId = Schema.is(ApiKeyId)
export const newApiKeyId = TypeId.generator("api_key", (text) => ApiKeyId.make(text))

export const ApiKeyName = Schema.String.check(
  Schema.isPattern(/^[a-zA-Z0-9_-]+$/),
  Schema.isMinLength(limits.apiKeyName.minimum),
  Schema.isMaxLength(limits.apiKeyName.maximum)
).annotate({ identifier: "ApiKeyName" })

export const ApiKeyDescription = Schema.String.check(Schema.isMaxLength(limits.apiKeyDescription))

/**
 * One credential of an organization: an API key, and a client secret that is exchanged for access tokens. Both live
 * and die together. Its role is its own, whoever created it. Source: REST specification, "Authentication".
 */
export const ApiKey = Schema.Struct({
  api_key_id: ApiKeyId,
  organization_id: OrganizationId,
  api_key_name: ApiKeyName,
  api_key_description: Schema.NullOr(ApiKeyDescription),
  /** The last four characters of the API key. */
  api_key_last_four: Schema.String,
  /** Built-in name or label of a custom role. */
  role: RoleLabel,
  created_on: Instant.Instant,
  /** To the minute. */
  last_used_on: Schema.NullOr(Instant.Instant),
  /** From this moment on the credential is refused; null for never. */
  expires_at: Schema.NullOr(Instant.Instant),
  /** When it was revoked. */
  deleted_on: Schema.NullOr(Instant.Instant)
}).annotate({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

/** What is stored of the two secrets. */
export interface ApiKeySecrets {
  readonly key_hash: SecretHash
  readonly client_secret_hash: SecretHash
}

export const CredentialStatus = Schema.Literals(["active", "expired", "revoked"])
  .annotate({ identifier: "OrganizationCredentialStatus" })
export type CredentialStatus = typeof CredentialStatus.Type

/** What a credential is worth at one moment. */
export const statusOf = (key: ApiKey, now: Instant.Instant): CredentialStatus => {
  if (key.deleted_on !== null) return "revoked"
  return key.expires_at !== null && Instant.hasPassed(key.expires_at, now) ? "expired" : "active"
}

/** A credential as it is shown, without its secrets. */
export const OrganizationCredential = Schema.Struct({
  ...ApiKey.fields,
  role: RoleReference,
  status: CredentialStatus
})
  .annotate({ identifier: "OrganizationCredential" })
export type OrganizationCredential = typeof OrganizationCredential.Type

/** A credential as it is shown once, when it is created. */
export const CreatedCredential = Schema.Struct({
  ...OrganizationCredential.fields,
  api_key: Schema.RedactedFromValue(Schema.String, { label: "api_key" }),
  /** The organization's id. */
  client_id: OrganizationId,
  client_secret: Schema.RedactedFromValue(Schema.String, { label: "client_secret" })
}).annotate({ identifier: "CreatedCredential" })
export type CreatedCredential = typeof CreatedCredential.Type

/** A credential about to be created. */
export const NewApiKey = Schema.Struct({
  api_key_name: ApiKeyName,
  api_key_description: Schema.optionalKey(Schema.NullOr(ApiKeyDescription)),
  expires_at: Schema.optionalKey(Schema.NullOr(Instant.Instant)),
  /** Built-in name or label of a custom role; `admin` when absent. */
  role: Schema.optionalKey(Schema.NullOr(RoleLabel))
}).annotate({ identifier: "NewApiKey" })
export type NewApiKey = typeof NewApiKey.Type
