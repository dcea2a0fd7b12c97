import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"
import type { CustomRole } from "./Role.ts"

/** Storage port of the custom roles of organizations. */
export class RoleStore extends Context.Service<RoleStore, {
  readonly find: (organization: OrganizationId, label: string) => Effect.Effect<Option.Option<CustomRole>>
  /** Adds the role, or replaces the one with the same label. */
  readonly save: (organization: OrganizationId, role: CustomRole) => Effect.Effect<void>
}>()("@namewright/core/access/RoleStore") {}
