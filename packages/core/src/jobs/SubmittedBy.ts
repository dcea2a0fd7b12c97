import { Option, Schema } from "effect"
import type { DirectoryEntry } from "../access/index.ts"
import {
  AccessScope,
  type Actor,
  canonicalJson,
  covers,
  OrganizationId,
  Permission,
  type Permission as Right,
  Principal
} from "../shared/index.ts"

/** The submitter of a batch as stored with it. Its jobs never get more rights than it had at submission. */
export const SubmittedBy = Schema.Struct({
  principal: Principal,
  role: Schema.NullOr(Schema.String),
  permissions: Schema.Array(Permission),
  /** Absent for submitters that were not restricted. */
  scope: Schema.optionalKey(AccessScope)
})
export type SubmittedBy = typeof SubmittedBy.Type

export const submittedBy = ({ permissions, principal, role, scope }: Actor): SubmittedBy => ({
  principal,
  role,
  permissions: [...permissions],
  ...(scope === undefined ? {} : { scope })
})

/** Restrictions of a job: those at submission and, where they differ, the present ones of the submitter. */
const scopeOfJob = (submitted: AccessScope | undefined, now: AccessScope | undefined): AccessScope | undefined => {
  if (submitted === undefined || now === undefined) return submitted ?? now
  return isSameScope(submitted, now) ? now : [...submitted, ...now]
}

export const isSameScope = (a: AccessScope | undefined, b: AccessScope | undefined): boolean =>
  a === b || (a !== undefined && b !== undefined && canonicalJson(a) === canonicalJson(b))

/**
 * The actor of a job. It has the rights that its submitter had at submission and still has, within both scopes. `now` is the submitter with
 * its current rights; none if this platform does not store its rights.
 */
export const actorOfJob = (
  { permissions, principal, role, scope: submitted }: SubmittedBy,
  now: Option.Option<Actor>,
  organization: DirectoryEntry
): Actor => {
  const scope = scopeOfJob(submitted, Option.getOrUndefined(now)?.scope)
  return {
    ...(scope === undefined ? {} : { scope }),
    principal,
    role: Option.isSome(now) ? now.value.role : role,
    permissions: new Set(
      Option.isSome(now) ? permissions.filter((right) => covers(now.value.permissions, right)) : permissions
    ),
    organization_id: organization.organization_id,
    parent_organization_id: organization.parent_organization_id,
    organization_active: Option.isSome(now) ? now.value.organization_active : organization.active
  }
}

/** Actor of jobs of the whole installation; it has no rights. */
export const installationActor: Actor = {
  principal: { type: "system" },
  role: null,
  permissions: new Set<Right>(),
  organization_id: OrganizationId.make("organization_00000000000000000000000000"),
  parent_organization_id: null,
  organization_active: true
}
