import type { ObjectChange } from "../objectlog/index.ts"
import type { User } from "./User.ts"

const objectOf = ({ organization_id, user_id }: User) => ({
  organization_id,
  object_type: "USER" as const,
  object_id: user_id
})

/** Entries of the object log about users. */
export const userCreated = (user: User): ObjectChange => ({ ...objectOf(user), action: "CREATED", after: user })

export const userUpdated = (before: User, after: User): ObjectChange => ({
  ...objectOf(after),
  action: "UPDATED",
  before,
  after
})

export const userDeleted = (user: User): ObjectChange => ({ ...objectOf(user), action: "DELETED", before: user })
