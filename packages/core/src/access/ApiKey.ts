import { DateTime, Schema } from "effect"
import { type InputIssue, inputIssue, Instant, limits, OrganizationId, TypeId } from "../shared/index.ts"
import { KeyRestrictions } from "./KeyRestrictions.ts"
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
 * Credential of an organization: an API key, and a client secret for access tokens, revoked together. Its role does not
 * depend on its creator. Source: REST specification, "Authentication".
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
  /** Precision: one minute. */
  last_used_on: Schema.NullOr(Instant.Instant),
  /** IP address of the call at `last_used_on`; null if it was unknown. */
  last_used_address: Schema.NullOr(Schema.String),
  /** Time from which the credential is refused; null for never. */
  expires_at: Schema.NullOr(Instant.Instant),
  /** Time of revocation. */
  deleted_on: Schema.NullOr(Instant.Instant),
  /** Objects, RRsets and networks to which the credential is restricted; null without restrictions. */
  restrictions: Schema.NullOr(KeyRestrictions),
  /**
   * Client id of the program that created it for a user; the policy for agents applies to its calls. Null otherwise.
   */
  agent_client_id: Schema.NullOr(Schema.String),
  /** User for whom the program created it. */
  agent_user_id: Schema.NullOr(Schema.String)
}).annotate({ identifier: "ApiKey" })
export type ApiKey = typeof ApiKey.Type

/** Stored hashes of the two secrets. */
export interface ApiKeySecrets {
  readonly key_hash: SecretHash
  readonly client_secret_hash: SecretHash
}

export const CredentialStatus = Schema.Literals(["active", "expired", "revoked"])
  .annotate({ identifier: "OrganizationCredentialStatus" })
export type CredentialStatus = typeof CredentialStatus.Type

/** Status of a credential at a time. */
export const statusOf = (key: ApiKey, now: Instant.Instant): CredentialStatus => {
  if (key.deleted_on !== null) return "revoked"
  return key.expires_at !== null && Instant.hasPassed(key.expires_at, now) ? "expired" : "active"
}

/** Milliseconds since 1970 at which a credential expires. */
export const expiryOf = ({ expires_at }: ApiKey): number =>
  expires_at === null ? Number.POSITIVE_INFINITY : DateTime.toEpochMillis(expires_at)

/** Credential without its secrets. */
export const OrganizationCredential = Schema.Struct({
  ...ApiKey.fields,
  role: RoleReference,
  status: CredentialStatus
})
  .annotate({ identifier: "OrganizationCredential" })
export type OrganizationCredential = typeof OrganizationCredential.Type

/** New credential with its secrets, returned once on creation. */
export const CreatedCredential = Schema.Struct({
  ...OrganizationCredential.fields,
  api_key: Schema.RedactedFromValue(Schema.String, { label: "api_key" }),
  /** The organization's id. */
  client_id: OrganizationId,
  client_secret: Schema.RedactedFromValue(Schema.String, { label: "client_secret" })
}).annotate({ identifier: "CreatedCredential" })
export type CreatedCredential = typeof CreatedCredential.Type

/** Request to create a credential. */
export const NewApiKey = Schema.Struct({
  api_key_name: ApiKeyName,
  api_key_description: Schema.optionalKey(Schema.NullOr(ApiKeyDescription)),
  expires_at: Schema.optionalKey(Schema.NullOr(Instant.Instant)),
  /** Built-in name or label of a custom role. Default: `admin`. */
  role: Schema.optionalKey(Schema.NullOr(RoleLabel)),
  restrictions: Schema.optionalKey(Schema.NullOr(KeyRestrictions))
}).annotate({ identifier: "NewApiKey" })
export type NewApiKey = typeof NewApiKey.Type

/**
 * Request to change a credential. Absent members are unchanged. `restrictions` replaces all of them, and null removes
 * them; null also removes the description and the expiry.
 */
export const ApiKeyPatch = Schema.Struct({
  api_key_name: Schema.optionalKey(ApiKeyName),
  api_key_description: Schema.optionalKey(Schema.NullOr(ApiKeyDescription)),
  expires_at: Schema.optionalKey(Schema.NullOr(Instant.Instant)),
  role: Schema.optionalKey(RoleLabel),
  restrictions: Schema.optionalKey(Schema.NullOr(KeyRestrictions))
}).annotate({ identifier: "ApiKeyUpdate" })
export type ApiKeyPatch = typeof ApiKeyPatch.Type

/**
 * Problems of a credential that a program creates for a user: the approving person must see its role and its expiry.
 */
export const agentKeyIssues = (
  { expires_at, role }: Pick<NewApiKey, "expires_at" | "role">,
  now: Instant.Instant
): ReadonlyArray<InputIssue> => {
  const latest = DateTime.add(now, { days: limits.agentKeyDays })
  const ends = `Expected a time within ${limits.agentKeyDays} days`
  return [
    ...(role === undefined || role === null
      ? [inputIssue(["body", "role"], "missing", "A program names the role of a credential that it creates", null)]
      : []),
    ...(expires_at === undefined || expires_at === null
      ? [inputIssue(["body", "expires_at"], "missing", ends, null)]
      : DateTime.isGreaterThan(expires_at, latest)
      ? [inputIssue(["body", "expires_at"], "value_error", ends, Instant.format(expires_at))]
      : [])
  ]
}
