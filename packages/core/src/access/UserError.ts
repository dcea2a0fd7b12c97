import { Schema } from "effect"
import { UserId } from "./User.ts"

/** Neither the caller's organization nor a suborganization of it has this user. */
export class UserNotFound extends Schema.TaggedError<UserNotFound>()("UserNotFound", { user_id: UserId }) {
  get code() {
    return "ERROR_USER_NOT_FOUND" as const
  }
  override get message() {
    return `No user ${this.user_id}`
  }
}

/** The owner of an organization goes with it, and not before. */
export class CannotDeleteOwner extends Schema.TaggedError<CannotDeleteOwner>()("CannotDeleteOwner", {}) {
  get code() {
    return "ERROR_CANNOT_DELETE_OWNER" as const
  }
  override get message() {
    return "The owner of an organization cannot be deleted"
  }
}

/** Somebody else than the owner tried to give or take the role `admin`. */
export class OnlyOwnerCanManageAdminRole extends Schema.TaggedError<OnlyOwnerCanManageAdminRole>()(
  "OnlyOwnerCanManageAdminRole",
  {}
) {
  get code() {
    return "ERROR_ONLY_OWNER_CAN_MANAGE_ADMIN_ROLE" as const
  }
  override get message() {
    return "Only the owner gives and takes the role admin"
  }
}

export class UserCannotDeleteSelf extends Schema.TaggedError<UserCannotDeleteSelf>()("UserCannotDeleteSelf", {}) {
  get code() {
    return "ERROR_USER_CANNOT_DELETE_SELF" as const
  }
  override get message() {
    return "Nobody deletes oneself; somebody else has to"
  }
}

/** Without this person nobody would be left who may do everything. */
export class UserIsLastAdmin extends Schema.TaggedError<UserIsLastAdmin>()("UserIsLastAdmin", {}) {
  get code() {
    return "ERROR_USER_IS_LAST_ADMIN" as const
  }
  override get message() {
    return "This is the last administrator of the organization; make another one first"
  }
}
