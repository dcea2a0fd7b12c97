import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"

/** Data of an organization that decides a call. */
export interface DirectoryEntry {
  readonly organization_id: OrganizationId
  /** Null for a parent. */
  readonly parent_organization_id: OrganizationId | null
  /** False for an inactive organization, which can only read. */
  readonly active: boolean
}

/** Port for organizations, implemented by the organizations slice. Deleted organizations are not found. */
export class OrganizationDirectory extends Context.Service<OrganizationDirectory, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<DirectoryEntry>>
  /**
   * Prevents the deletion of an organization until the transaction ends, for writes of what an organization must not own
   * when it is deleted. False if it is deleted already. Requires an open transaction.
   */
  readonly keep: (organization: OrganizationId) => Effect.Effect<boolean>
}>()("@namewright/core/access/OrganizationDirectory") {}
