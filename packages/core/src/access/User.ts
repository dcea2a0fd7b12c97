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

/** E.164 with its plus sign. Spaces, dots and hyphens between digits are allowed. */
export const UserPhone = Schema.String.check(
  Schema.isPattern(new RegExp(`^\\+(?:[ .-]?\\d){${limits.phoneDigits.minimum},${limits.phoneDigits.maximum}}$`))
)

const personName = Schema.String.check(
  Schema.isMinLength(limits.personName.minimum),
  Schema.isMaxLength(limits.personName.maximum)
)

/** Syntax check only: characters before an `@`, and a domain with a dot. Deliverability is not checked. */
export const UserEmail = Schema.String.check(
  Schema.isPattern(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, { expected: "an email address", issueType: "value_error" }),
  Schema.isMaxLength(limits.email)
).annotate({ format: "email" })

/** Underscore form such as `en_US`, or the language alone. */
export const UserLocale = Schema.String.check(Schema.isPattern(/^[a-z]{2,3}(_[A-Z]{2})?$/))

const UserAttributes = Schema.Array(Schema.Struct({
  key: Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(limits.userAttributes.key)),
  value: Schema.optionalKey(Schema.NullOr(Schema.Json))
})).check(Schema.isMaxLength(limits.userAttributes.entries))

/** Request to create a user. Source: REST specification, "Organization". */
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

/** `POST /v1/users`. Without a password, the user is invited by mail to set one. */
export const CreateUser = Schema.Struct({
  ...NewUser.fields,
  password: Schema.optionalKey(Schema.NullOr(Schema.RedactedFromValue(Schema.String, { label: "password" })))
}).annotate({ identifier: "UserCreate" })
export type CreateUser = typeof CreateUser.Type

/**
 * Problems of a user that a program creates. A program that chose the password could sign in and approve its own calls.
 */
export const agentUserIssues = (
  { password }: CreateUser,
  loc: InputIssue["loc"] = ["body"]
): ReadonlyArray<InputIssue> =>
  password === undefined || password === null
    ? []
    : [inputIssue([...loc, "password"], "value_error", "A program cannot choose the password of a person", null)]

/** `PATCH /v1/users/{user_id}`. Null is equivalent to absent, except that it clears a phone number. */
export const UserPatch = Schema.Struct({
  username: optional(Username),
  email: optional(UserEmail),
  first_name: optional(personName),
  last_name: optional(personName),
  locale: optional(UserLocale),
  phone: optional(UserPhone),
  /** By key. Absent ones are unchanged, null deletes. */
  user_attributes: optional(UserAttributes)
}).annotate({ identifier: "UserUpdate" })
export type UserPatch = typeof UserPatch.Type

/** Built-in name or label of a custom role; null for none. */
export const AssignRole = Schema.Struct({ role: Schema.NullOr(RoleLabel) })
  .annotate({ identifier: "PublicRoleAssignmentRequest" })

const oneRole = optional(Schema.Array(RoleLabel).check(Schema.isMaxLength(1)))

/**
 * Change of a user's role by older clients, which know lists of roles: one role to assign, or one to remove. Source:
 * REST specification, "Users".
 */
export const RoleRelationsChange = Schema.Struct({ add: oneRole, remove: oneRole }).check(
  Schema.makeFilter(
    ({ add, remove }) =>
      (add?.length ?? 0) + (remove?.length ?? 0) === 1 ? undefined : "Expected one role in either add or remove",
    { issueType: "value_error" }
  )
).annotate({ identifier: "RoleRelationsChange" })
export type RoleRelationsChange = typeof RoleRelationsChange.Type

/** User of one organization. Username and email address are unique across the platform, case-insensitive. */
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

/** Sort fields of the list of users. */
export const UserSortField = Schema.Literals(["created_on", "username", "email"]).annotate({
  identifier: "UserSortField"
})
export type UserSortField = typeof UserSortField.Type

/** Filter of the list; `search` matches username, email address and name. */
export interface UserFilter {
  readonly search?: string | undefined
}
