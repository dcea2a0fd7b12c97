import { Schema } from "effect"
import { CodedError, OrganizationId } from "../shared/index.ts"

const refusals = {
  missing: "Send an API key in the header X-Api-Key, or an access token in the header Authorization",
  client_missing: "Send client_id and client_secret in the body, or in the header Authorization (Basic)",
  malformed: "The credential is incomplete or mistyped",
  wrong_environment: "The credential belongs to the other environment; sandbox and production each have their own",
  unknown: "The credential is unknown",
  expired: "The credential has expired",
  revoked: "The credential has been revoked",
  wrong_audience: "The token was issued for another service",
  organization_only: "This operation is for an organization's API key or access token"
} as const

/** Reason why a credential is refused. */
export const AuthenticationRefusal = Schema.Literals(
  Object.keys(refusals) as Array<keyof typeof refusals>
).annotate({ identifier: "AuthenticationRefusal" })
export type AuthenticationRefusal = typeof AuthenticationRefusal.Type

/** The credential is missing or refused. Source: REST specification, "Authentication". */
export class AuthenticationFailed extends CodedError<AuthenticationFailed>()("AuthenticationFailed", {
  code: "ERROR_AUTHENTICATION",
  fields: { reason: AuthenticationRefusal },
  message: ({ reason }) => refusals[reason]
}) {}

/** No valid credential of the organization has the secret sent to the token endpoint. */
export class InvalidClientSecret extends CodedError<InvalidClientSecret>()("InvalidClientSecret", {
  code: "ERROR_INVALID_ORGANIZATION_CREDENTIALS",
  message: "Invalid client secret"
}) {}

/** No organization has this id, which is the `client_id` at the token endpoint. */
export class UnknownOrganization extends CodedError<UnknownOrganization>()("UnknownOrganization", {
  code: "ERROR_ORGANIZATION_NOT_FOUND",
  fields: { organization_id: OrganizationId },
  message: ({ organization_id }) => `No organization ${organization_id}`
}) {}

/** The caller's organization has no such credential. */
export class ApiKeyNotFound extends CodedError<ApiKeyNotFound>()("ApiKeyNotFound", {
  code: "ERROR_ORGANIZATION_CREDENTIAL_NOT_FOUND",
  fields: { api_key_id: Schema.String },
  message: ({ api_key_id }) => `No credential ${api_key_id}`
}) {}

/** Neither a built-in role nor a custom role of the organization has this name. */
export class RoleNotFound extends CodedError<RoleNotFound>()("RoleNotFound", {
  code: "ERROR_ROLE_NOT_FOUND",
  fields: { role_name: Schema.String },
  message: ({ role_name }) => `No role ${role_name}`
}) {}

/** The built-in roles are the same in every organization. */
export class BuiltInRoleImmutable extends CodedError<BuiltInRoleImmutable>()("BuiltInRoleImmutable", {
  code: "ERROR_BUILT_IN_ROLE_IMMUTABLE",
  fields: { role_name: Schema.String },
  message: ({ role_name }) => `The role ${role_name} is built in, and cannot be changed or deleted`
}) {}

/** The organization has a role with this name or its label, or a built-in role has. */
export class DuplicateRoleName extends CodedError<DuplicateRoleName>()("DuplicateRoleName", {
  code: "ERROR_DUPLICATE_ROLE_NAME",
  fields: { role_name: Schema.String },
  message: ({ role_name }) => `A role with the name ${role_name}, or with the label of this name, exists`
}) {}

/** Users or usable keys of the organization have the role. */
export class RoleInUse extends CodedError<RoleInUse>()("RoleInUse", {
  code: "ERROR_ROLE_IN_USE",
  fields: {
    role_name: Schema.String,
    /** Users, and keys that are neither revoked nor expired. */
    binding_count: Schema.Int
  },
  message: ({ binding_count, role_name }) =>
    `The role ${role_name} is in use: it has ${binding_count} ${binding_count === 1 ? "holder" : "holders"}`
}) {}

/** The platform already has a user with this username or email address. */
export class UserExists extends CodedError<UserExists>()("UserExists", {
  code: "ERROR_USER_EXISTS",
  fields: { username: Schema.String },
  message: ({ username }) => `The username ${username} or its email address is taken`
}) {}

/** Neither the caller's organization nor a suborganization of it has this restriction. */
export class IpRestrictionNotFound extends CodedError<IpRestrictionNotFound>()("IpRestrictionNotFound", {
  code: "ERROR_IP_RESTRICTION_NOT_FOUND",
  fields: { ip_restriction_id: Schema.Int },
  message: ({ ip_restriction_id }) => `No IP restriction ${ip_restriction_id}`
}) {}

/** The organization has a restriction for this network. */
export class IpRestrictionExists extends CodedError<IpRestrictionExists>()("IpRestrictionExists", {
  code: "ERROR_IP_RESTRICTION_EXISTS",
  fields: { ip_network: Schema.String },
  message: ({ ip_network }) => `The organization has a restriction for ${ip_network}`
}) {}

/** After the change, the caller's organization would not accept calls from the caller's own address. */
export class IpRestrictionLockout extends CodedError<IpRestrictionLockout>()("IpRestrictionLockout", {
  code: "ERROR_IP_RESTRICTION_LOCKOUT",
  fields: {
    /** Null for an unknown address. */
    client_address: Schema.NullOr(Schema.String)
  },
  message: ({ client_address }) =>
    `After this change, calls from ${client_address ?? "an unknown address"} would be refused, from which this one came`
}) {}
