import { Effect } from "effect"
import { type Actor, inputIssue, Instant, type InvalidInput, limits, refuseInput } from "../shared/index.ts"
import { PermissionDenied, refuseExceeding } from "./Authorization.ts"
import { type NewUser, newUserId, type User, type UserPatch } from "./User.ts"
import { CannotDeleteOwner, OnlyOwnerCanManageAdminRole, UserCannotDeleteSelf, UserIsLastAdmin } from "./UserError.ts"

type Attributes = User["user_attributes"]
type AttributeChanges = NonNullable<NewUser["user_attributes"]>

/** A new user to be stored. */
export const newUser = Effect.fnUntraced(function*(
  organization_id: User["organization_id"],
  { email, first_name, last_name, locale, phone, user_attributes, username }: NewUser,
  role: string
) {
  const now = yield* Instant.now
  const user: User = {
    user_id: yield* newUserId,
    organization_id,
    username,
    email,
    first_name,
    last_name,
    locale,
    phone: phone ?? null,
    role,
    user_attributes: Object.fromEntries((user_attributes ?? []).map(({ key, value }) => [key, value ?? null])),
    created_on: now,
    updated_on: now
  }
  return user
})

/** User after a change. Absent members are unchanged, and null clears members that can be empty. */
export const patched = (user: User, patch: UserPatch, now: Instant.Instant): User => ({
  ...user,
  username: patch.username ?? user.username,
  email: patch.email ?? user.email,
  first_name: patch.first_name ?? user.first_name,
  last_name: patch.last_name ?? user.last_name,
  locale: patch.locale ?? user.locale,
  phone: patch.phone === undefined ? user.phone : patch.phone,
  user_attributes: mergedAttributes(user.user_attributes, patch.user_attributes ?? []),
  updated_on: now
})

/** Attributes after a change, by key; null deletes. */
const mergedAttributes = (current: Attributes, changes: AttributeChanges): Attributes => {
  const merged = { ...current, ...Object.fromEntries(changes.map(({ key, value }) => [key, value ?? null])) }
  const deleted = new Set(changes.filter(({ value }) => value === undefined || value === null).map(({ key }) => key))
  return Object.fromEntries(Object.entries(merged).filter(([key]) => !deleted.has(key)))
}

/** Refuses more attributes than a user may have, including those from earlier changes. */
export const acceptAttributes = ({ user_attributes }: User): Effect.Effect<void, InvalidInput> => {
  const { entries } = limits.userAttributes
  const msg = `Expected at most ${entries} attributes of a user, including existing ones`
  const fits = Object.keys(user_attributes).length <= entries
  return refuseInput(fits ? [] : [inputIssue(["body", "user_attributes"], "too_long", msg, null)])
}

/**
 * Refuses changes to users with more permissions. With their name or email address, the caller could sign in as them.
 */
export const requireNoMore = (
  actor: Actor,
  rights: Actor["permissions"]
): Effect.Effect<void, PermissionDenied> =>
  refuseExceeding(
    actor,
    rights,
    (missing) => `Users with more permissions cannot be changed; the caller lacks ${missing}`
  )

/** True if the caller is this user. */
export const isSelf = ({ principal }: Actor, { user_id }: User): boolean =>
  principal.type === "user" && principal.id === user_id

/**
 * Reason why a user cannot be deleted. `administrators` are those of the organization. Source: REST specification,
 * "Users".
 */
export const deletionRefusal = (
  actor: Actor,
  user: User,
  administrators: ReadonlyArray<User>
): CannotDeleteOwner | UserCannotDeleteSelf | UserIsLastAdmin | undefined => {
  if (isSelf(actor, user)) return new UserCannotDeleteSelf()
  if (user.role === "owner") return new CannotDeleteOwner()
  return isLastAdmin(user, administrators) ? new UserIsLastAdmin() : undefined
}

/**
 * Reason why a user's role cannot be changed. `administrators` are those of the organization. Source: REST
 * specification, "Users".
 */
export const assignmentRefusal = (
  actor: Actor,
  user: User,
  role: string | null,
  administrators: ReadonlyArray<User>
): PermissionDenied | OnlyOwnerCanManageAdminRole | UserIsLastAdmin | undefined => {
  if (user.role === "owner") return new PermissionDenied({ reason: "The role of the owner cannot be changed" })
  const touchesAdmin = user.role === "admin" || role === "admin"
  if (touchesAdmin && actor.role !== "owner" && actor.principal.type !== "system") {
    return new OnlyOwnerCanManageAdminRole()
  }
  return isLastAdmin(user, administrators) ? new UserIsLastAdmin() : undefined
}

const isLastAdmin = ({ role, user_id }: User, administrators: ReadonlyArray<User>): boolean =>
  role === "admin" && administrators.every((one) => one.user_id === user_id)
