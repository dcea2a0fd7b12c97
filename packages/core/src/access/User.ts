import { Schema } from "effect"
import { type InputIssue, inputIssue, Instant, limits, optional, OrganizationId, TypeId } from "../shared/index.ts"
import { RoleLabel } from "./Role.ts"

export const UserId = TypeId.schema("user").pipe(Schema.brand("UserId"))
export type UserId = typeof UserId.Type
export const newUserId = TypeId.generator("user", (text) => UserId.make(text))

export const Username = Schema.String.check(
  Schema.isPattern(/^[a-zA-Z0-9\-+_@.]+$/),
  Schema.isMinLength(limits.username.minimum),
  Schema.isMaxLength(limits.username.maximum)
).annotate({ identifier: "Username" })

/** E.164 with its plus sign; spaces, dots and hyphens between the digits are allowed. */
export const UserPhone = Schema.String.check(
  Schema.isPattern(new RegExp(`^\\+(?:[ .-]?\\d){${limits.phoneDigits.minimum},${limits.phoneDigits.maximum}}$`))
)

const personName = Schema.String.check(
  Schema.isMinLength(limits.personName.minimum),
  Schema.isMaxLength(limits.personName.maximum)
)

/** Something before an `@`, and a name with a dot after it; whether mail arrives there is found out by sending some. */
export const UserEmail = Schema.String.check(
  Schema.isPattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { expected: "an email address", issueType: "value_error" }),
  Schema.isMaxLength(limits.email)
).annotate({ format: "email" })

/** Underscore form such as `en_US`; the bare language is accepted. */
export const UserLocale = Schema.String.check(Schema.isPattern(/^[a-z]{2,3}(_[A-Z]{2})?$/))

const UserAttributes = Schema.Array(Schema.Struct({
  key: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.userAttributes.key)),
  value: Schema.optionalKey(Schema.NullOr(Schema.Json))
})).check(Schema.isMaxLength(limits.userAttributes.entries))

/** What one gives to create a user. Source: REST specification, "Organization". */
export const NewUser = Schema.Struct({
  username: Username,
  email: UserEmail,
  first_name: personName,
  last_name: personName,
  locale: UserLocale,
  phone: Schema.optionalKey(Schema.NullOr(UserPhone)),
  user_attributes: Schema.optionalKey(Schema.NullOr(UserAttributes))
}).annotate({ identifier: "NewUser" })
export type NewUser = typeof NewUser.Type

/** `POST /v1/users`. Without a password the user cannot sign in here until the operator sets one. */
export const CreateUser = Schema.Struct({
  ...NewUser.fields,
  password: Schema.optionalKey(Schema.NullOr(Schema.RedactedFromValue(Schema.String, { label: "password" })))
}).annotate({ identifier: "UserCreate" })
export type CreateUser = typeof CreateUser.Type

/**
 * Problems of a user at `loc` that a program creates: it would know the password, and could decide on its own
 * approvals.
 */
export const agentUserIssues = (
  { password }: CreateUser,
  loc: InputIssue["loc"] = ["body"]
): ReadonlyArray<InputIssue> =>
  password === undefined || password === null
    ? []
    : [inputIssue([...loc, "password"], "value_error", "A program cannot choose the password of a person", null)]

/** `PATCH /v1/users/{user_id}`. Null is the same as absent, except for a telephone number, which it clears. */
export const UserPatch = Schema.Struct({
  username: optional(Username),
  email: optional(UserEmail),
  first_name: optional(personName),
  last_name: optional(personName),
  locale: optional(UserLocale),
  phone: optional(UserPhone),
  /** By key; those that are absent stay, null deletes. */
  user_attributes: optional(UserAttributes)
}).annotate({ identifier: "UserUpdate" })
export type UserPatch = typeof UserPatch.Type

/** Built-in name or label of a custom role; null for none. */
export const AssignRole = Schema.Struct({ role: Schema.NullOr(RoleLabel) })
  .annotate({ identifier: "PublicRoleAssignmentRequest" })

/** A person of one organization. Username and email are unique across the platform, whatever their case. */
export const User = Schema.Struct({
  user_id: UserId,
  organization_id: OrganizationId,
  username: Username,
  email: UserEmail,
  first_name: Schema.String,
  last_name: Schema.String,
  locale: Schema.String,
  phone: Schema.NullOr(Schema.String),
  /** Built-in name or label of a custom role; null for none. */
  role: Schema.NullOr(RoleLabel),
  user_attributes: Schema.Record(Schema.String, Schema.Json),
  created_on: Instant.Instant,
  updated_on: Instant.Instant
}).annotate({ identifier: "User" })
export type User = typeof User.Type

/** By which fields a list of users can be sorted. */
export const UserSortField = Schema.Literals(["created_on", "username", "email"]).annotate({
  identifier: "UserSortField"
})
export type UserSortField = typeof UserSortField.Type

/** Which users a list shows; `search` is looked for in username, email address and name. */
export interface UserFilter {
  readonly search?: string | undefined
}
