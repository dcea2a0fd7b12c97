import { Schema } from "effect"
import { CodedError } from "../shared/index.ts"
import { UserId } from "./User.ts"

/** Neither the caller's organization nor one of its suborganizations has this user. */
export class UserNotFound extends CodedError<UserNotFound>()("UserNotFound", {
  code: "ERROR_USER_NOT_FOUND",
  fields: { user_id: UserId },
  message: ({ user_id }) => `No user ${user_id}`
}) {}

/** The owner cannot be deleted before the organization. */
export class CannotDeleteOwner extends CodedError<CannotDeleteOwner>()("CannotDeleteOwner", {
  code: "ERROR_CANNOT_DELETE_OWNER",
  message: "The owner of an organization cannot be deleted"
}) {}

/** Only the owner may assign or remove the role `admin`. */
export class OnlyOwnerCanManageAdminRole
  extends CodedError<OnlyOwnerCanManageAdminRole>()("OnlyOwnerCanManageAdminRole", {
    code: "ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE",
    message: "Only the owner can assign or remove the role admin"
  })
{}

export class UserCannotDeleteSelf extends CodedError<UserCannotDeleteSelf>()("UserCannotDeleteSelf", {
  code: "ERROR_USER_CANNOT_DELETE_SELF",
  message: "Users cannot delete themselves"
}) {}

/** The last administrator of an organization cannot be deleted or lose the role. */
export class UserIsLastAdmin extends CodedError<UserIsLastAdmin>()("UserIsLastAdmin", {
  code: "ERROR_USER_IS_LAST_ADMIN",
  message: "This is the last administrator of the organization; make another one first"
}) {}

/** The user has a password already, or people set no passwords here. */
export class UserCannotBeInvited extends CodedError<UserCannotBeInvited>()("UserCannotBeInvited", {
  code: "ERROR_USER_CANNOT_BE_INVITED",
  fields: { user_id: UserId, reason: Schema.String },
  message: ({ reason }) => reason
}) {}

/** The address has got all mails of a kind in 24 hours. `retry_after` is in seconds. */
export class UserMailsLimited extends CodedError<UserMailsLimited>()("UserMailsLimited", {
  code: "ERROR_RATE_LIMITED",
  fields: { retry_after: Schema.Int },
  message: "This address has got all mails of this kind in 24 hours"
}) {}
