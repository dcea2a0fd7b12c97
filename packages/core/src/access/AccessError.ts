import { Schema } from "effect"
import { OrganizationId } from "../shared/index.ts"

const refusals = {
  missing: "Send an API key in the header X-Api-Key, or an access token in the header Authorization",
  malformed: "The credential is incomplete or mistyped",
  wrong_environment: "The credential belongs to the other environment; sandbox and production each have their own",
  unknown: "The credential is unknown",
  expired: "The credential has expired",
  revoked: "The credential has been revoked",
  wrong_audience: "The token was issued for another service",
  organization_only: "This operation is for an organization's API key or access token"
} as const

/** Why a credential is refused. */
export const AuthenticationRefusal = Schema.Literals(
  Object.keys(refusals) as Array<keyof typeof refusals>
).annotate({ identifier: "AuthenticationRefusal" })
export type AuthenticationRefusal = typeof AuthenticationRefusal.Type

/** No credential, or one that is not accepted. Source: REST specification, "Authentication". */
export class AuthenticationFailed extends Schema.TaggedError<AuthenticationFailed>()("AuthenticationFailed", {
  reason: AuthenticationRefusal
}) {
  get code() {
    return "ERROR_AUTHENTICATION" as const
  }
  override get message() {
    return refusals[this.reason]
  }
}

/** The token endpoint was given a secret that no usable credential of the organization has. */
export class InvalidClientSecret extends Schema.TaggedError<InvalidClientSecret>()("InvalidClientSecret", {}) {
  get code() {
    return "ERROR_INVALID_ORGANIZATION_CREDENTIALS" as const
  }
  override get message() {
    return "Invalid client secret"
  }
}

/** No organization has this id; to the token endpoint it came as the `client_id`. */
export class UnknownOrganization extends Schema.TaggedError<UnknownOrganization>()("UnknownOrganization", {
  organization_id: OrganizationId
}) {
  get code() {
    return "ERROR_ORGANIZATION_NOT_FOUND" as const
  }
  override get message() {
    return `No organization ${this.organization_id}`
  }
}

/** The caller's organization has no such credential. */
export class ApiKeyNotFound extends Schema.TaggedError<ApiKeyNotFound>()("ApiKeyNotFound", {
  api_key_id: Schema.String
}) {
  get code() {
    return "ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND" as const
  }
  override get message() {
    return `No credential ${this.api_key_id}`
  }
}

/** Neither a built-in role nor a custom role of the organization has this name. */
export class RoleNotFound extends Schema.TaggedError<RoleNotFound>()("RoleNotFound", { role_name: Schema.String }) {
  get code() {
    return "ERROR_ROLE_NOT_FOUND" as const
  }
  override get message() {
    return `No role ${this.role_name}`
  }
}

/** The platform has a user of this name or email already. */
export class UserExists extends Schema.TaggedError<UserExists>()("UserExists", { username: Schema.String }) {
  get code() {
    return "ERROR_USER_EXISTS" as const
  }
  override get message() {
    return `The username ${this.username} or its email address is taken`
  }
}
