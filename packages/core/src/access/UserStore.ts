import { Context, type Effect, type Option } from "effect"
import type { OrganizationId, Page, PageRequest, Sort } from "../shared/index.ts"
import type { UserExists } from "./AccessError.ts"
import type { User, UserFilter, UserId, UserSortField } from "./User.ts"

/** Storage port of users. Writes require an open transaction. */
export class UserStore extends Context.Service<UserStore, {
  /** Fails if any user of the platform has this username or email address, in either field. */
  readonly insert: (user: User) => Effect.Effect<void, UserExists>
  readonly find: (organization: OrganizationId, id: UserId) => Effect.Effect<Option.Option<User>>
  /** In any organization. */
  readonly findById: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** Users of an organization, the oldest first. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
  readonly page: (
    organization: OrganizationId,
    filter: UserFilter,
    sort: Sort<UserSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<User>>
  /** Writes all fields except the id, the organization and the creation time. */
  readonly update: (user: User) => Effect.Effect<void, UserExists>
  readonly remove: (id: UserId) => Effect.Effect<void>
  /** Finds a user and locks it until the transaction ends. */
  readonly lock: (id: UserId) => Effect.Effect<Option.Option<User>>
  /** Users with the role `owner` or `admin`, locked until the transaction ends. */
  readonly lockAdministrators: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<User>>
}>()("@namewright/core/access/UserStore") {}
