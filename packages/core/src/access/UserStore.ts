import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { UserExists } from "./AccessError.ts"
import type { User, UserId } from "./User.ts"

/** Storage port of the users. */
export class UserStore extends Context.Service<UserStore, {
  /** Fails if any organization has a user of this name or email. */
  readonly insert: (user: User) => Effect.Effect<void, UserExists>
  readonly find: (organization: OrganizationId, id: UserId) => Effect.Effect<Option.Option<User>>
  /** The users of an organization, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
}>()("@namewright/core/access/UserStore") {}
