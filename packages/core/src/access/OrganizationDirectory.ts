import { Context, type Effect, type Option } from "effect"
import type { OrganizationId } from "../shared/index.ts"

/** What must be known of an organization to let a caller act for it. */
export interface DirectoryEntry {
  readonly organization_id: OrganizationId
  /** Null for a parent. */
  readonly parent_organization_id: OrganizationId | null
  /** An inactive organization reads, and nothing else. */
  readonly active: boolean
}

/** Where access looks up organizations; the organizations slice provides it. Deleted organizations are not found. */
export class OrganizationDirectory extends Context.Service<OrganizationDirectory, {
  readonly find: (organization: OrganizationId) => Effect.Effect<Option.Option<DirectoryEntry>>
}>()("@namewright/core/access/OrganizationDirectory") {}
