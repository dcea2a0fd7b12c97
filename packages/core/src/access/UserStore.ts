import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { UserExists } from "./AccessError.ts"
import type { User, UserFilter, UserId, UserSortField } from "./User.ts"

/** Storage port of the users. Writes need an open transaction. */
export class UserStore extends Context.Service<UserStore, {
  /** Fails if anybody on the platform has this username or email address, as either of the two. */
  readonly insert: (user: User) => Effect.Effect<void, UserExists>
  readonly find: (organization: OrganizationId, id: UserId) => Effect.Effect<Option.Option<User>>
  /** In whatever organization. */
  readonly findById: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** The users of an organization, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
  readonly page: (
    organization: OrganizationId,
    filter: UserFilter,
    sort: Sort<UserSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<User>>
  /** Writes everything but the id, the organization and the time of creation. */
  readonly update: (user: User) => Effect.Effect<void, UserExists>
  readonly remove: (id: UserId) => Effect.Effect<void>
  /** Finds a user and keeps it from changing until the transaction ends. */
  readonly lock: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** Those with the role `owner` or `admin`, kept from changing until the transaction ends. */
  readonly lockAdministrators: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
}>()("@namewright/core/access/UserStore") {}
