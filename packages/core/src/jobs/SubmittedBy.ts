import { Schema } from "effect"
import type { DirectoryEntry } from "../access/index.ts"
import { type Actor, OrganizationId, Permission, type Permission as Right } from "../shared/index.ts"

/** The caller of a submission, as the batch keeps it: what it was allowed to do then, its jobs may do later. */
export const SubmittedBy = Schema.Struct({
  principal: Schema.Union([
    Schema.Struct({ type: Schema.Literals(["api_key", "user"]), id: Schema.String }),
    Schema.Struct({ type: Schema.Literal("system") })
  ]),
  role: Schema.NullOr(Schema.String),
  permissions: Schema.Array(Permission)
})
export type SubmittedBy = typeof SubmittedBy.Type

export const submittedBy = ({ permissions, principal, role }: Actor): SubmittedBy => ({
  principal,
  role,
  permissions: [...permissions]
})

/** The actor of a job, with what is known of its organization now. */
export const actorOfJob = ({ permissions, principal, role }: SubmittedBy, organization: DirectoryEntry): Actor => ({
  principal,
  role,
  permissions: new Set(permissions),
  organization_id: organization.organization_id,
  parent_organization_id: organization.parent_organization_id,
  organization_active: organization.active
})

/** Who works for the whole installation: nobody in particular, without any right. */
export const nobody: Actor = {
  principal: { type: "system" },
  role: null,
  permissions: new Set<Right>(),
  organization_id: OrganizationId.make("organization_00000000000000000000000000"),
  parent_organization_id: null,
  organization_active: true
}
