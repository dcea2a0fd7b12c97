import { Effect, Option } from "effect"
import { type Actor, CurrentActor, type OrganizationId, permissions } from "../shared/index.ts"
import { UnknownOrganization } from "./AccessError.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"

const every: Actor["permissions"] = new Set(permissions)

/**
 * Actor of the platform itself in an organization: schedules, recovery, the command line. It has all permissions, also
 * in an inactive organization. `parent` is the parent of a suborganization.
 */
export const systemActor = (organization_id: OrganizationId, parent: OrganizationId | null = null): Actor => ({
  principal: { type: "system" },
  organization_id,
  parent_organization_id: parent,
  organization_active: true,
  role: null,
  permissions: every
})

/** Runs `work` as the platform itself in an existing organization, for operators without a credential of it. */
export const asSystem = <A, E, R>(
  organization_id: OrganizationId,
  work: Effect.Effect<A, E, R>
): Effect.Effect<A, E | UnknownOrganization, Exclude<R, CurrentActor> | OrganizationDirectory> =>
  Effect.gen(function*() {
    const directory = yield* OrganizationDirectory
    const found = yield* directory.find(organization_id)
    if (Option.isNone(found)) return yield* new UnknownOrganization({ organization_id })
    const actor = systemActor(organization_id, found.value.parent_organization_id)
    return yield* Effect.provideService(work, CurrentActor, actor)
  })
