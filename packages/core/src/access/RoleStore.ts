import { Context, type Effect, type Option } from "effect"
import type { Instant, OrganizationId } from "../shared/index.ts"
import type { DuplicateRoleName } from "./AccessError.ts"
import type { CustomRole } from "./Role.ts"

/** Storage port of the custom roles of organizations. Names are unique in an organization, case-insensitive. */
export class RoleStore extends Context.Service<RoleStore, {
  readonly find: (organization: OrganizationId, label: string) => Effect.Effect<Option.Option<CustomRole>>
  /** Roles of the organization by label. */
  readonly list: (organization: OrganizationId) => Effect.Effect<ReadonlyArray<CustomRole>>
  /** Makes other calls for the organization wait until the transaction ends, so that `count` remains valid. */
  readonly lockCreation: (organization: OrganizationId) => Effect.Effect<void>
  readonly count: (organization: OrganizationId) => Effect.Effect<number>
  /** Finds a role and locks it until the transaction ends. Requires an open transaction. */
  readonly lock: (organization: OrganizationId, label: string) => Effect.Effect<Option.Option<CustomRole>>
  /** Adds a role. Fails if one has the same label or name. */
  readonly insert: (organization: OrganizationId, role: CustomRole) => Effect.Effect<void, DuplicateRoleName>
  /** Adds the role, or replaces the one with the same label. Fails if another one has its name. */
  readonly save: (organization: OrganizationId, role: CustomRole) => Effect.Effect<void, DuplicateRoleName>
  readonly remove: (organization: OrganizationId, label: string) => Effect.Effect<void>
  /** Number of users with the role, and of keys with it that are neither revoked nor expired. */
  readonly countHolders: (organization: OrganizationId, label: string, now: Instant.Instant) => Effect.Effect<number>
}>()("@namewright/core/access/RoleStore") {}
