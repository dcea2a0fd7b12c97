import { Effect, Option } from "effect"
import type { Actor, OrganizationId } from "../shared/index.ts"
import { UnknownOrganization } from "./AccessError.ts"
import { PermissionDenied } from "./Authorization.ts"
import type { DirectoryEntry, OrganizationDirectory } from "./OrganizationDirectory.ts"

type Directory = OrganizationDirectory["Service"]

/**
 * The organization, if it is the caller's own or a suborganization of it; none otherwise. The caller's own needs no
 * read. A scope contains objects of the own organization only. Source: REST specification, "Organization model", 4.
 */
const findVisible = (
  directory: Directory,
  actor: Actor,
  organization_id: OrganizationId
): Effect.Effect<Option.Option<DirectoryEntry>> =>
  organization_id === actor.organization_id
    ? Effect.succeed(Option.some(own(actor)))
    : actor.scope !== undefined
    ? Effect.succeedNone
    : Effect.map(
      directory.find(organization_id),
      Option.filter((entry) => entry.parent_organization_id === actor.organization_id)
    )

const own = (actor: Actor): DirectoryEntry => ({
  organization_id: actor.organization_id,
  parent_organization_id: actor.parent_organization_id,
  active: actor.organization_active
})

/** Fails if the organization has been deleted; otherwise prevents its deletion until the transaction ends. */
export const keep = Effect.fnUntraced(function*(
  directory: Directory,
  organization_id: OrganizationId
): Effect.fn.Return<void, UnknownOrganization> {
  if (!(yield* directory.keep(organization_id))) return yield* new UnknownOrganization({ organization_id })
})

/** True if the caller may act for the organization. */
export const visible = (directory: Directory, actor: Actor, organization_id: OrganizationId): Effect.Effect<boolean> =>
  Effect.map(findVisible(directory, actor, organization_id), Option.isSome)

/**
 * The organization in which an object is looked up by its id: its owner, if the caller may act for it; otherwise the
 * caller's own organization, which does not have the object. `owner` is read for parents only.
 */
export const ownerFor = Effect.fnUntraced(function*(
  directory: Directory,
  actor: Actor,
  owner: Effect.Effect<Option.Option<OrganizationId>>
): Effect.fn.Return<OrganizationId> {
  if (actor.parent_organization_id !== null || actor.scope !== undefined) return actor.organization_id
  const found = yield* owner
  return Option.isSome(found) && (yield* visible(directory, actor, found.value)) ? found.value : actor.organization_id
})

/** The organization, if the caller may act for it; otherwise it is not found. */
export const requireVisible = Effect.fnUntraced(function*(
  directory: Directory,
  actor: Actor,
  organization_id: OrganizationId
): Effect.fn.Return<DirectoryEntry, UnknownOrganization> {
  const found = yield* findVisible(directory, actor, organization_id)
  return Option.isSome(found) ? found.value : yield* new UnknownOrganization({ organization_id })
})

/**
 * The organization of a billing operation: that of the path, or the suborganization that a parent names in addition.
 * Source: REST specification, "Authentication", 6.
 */
export const requireInContext = Effect.fnUntraced(function*(
  directory: Directory,
  actor: Actor,
  organization_id: OrganizationId,
  context: OrganizationId | undefined
): Effect.fn.Return<DirectoryEntry, UnknownOrganization | PermissionDenied> {
  const addressed = yield* requireVisible(directory, actor, organization_id)
  if (context === undefined) return addressed
  const named = yield* directory.find(context)
  if (Option.isSome(named) && named.value.parent_organization_id === actor.organization_id) return named.value
  return yield* new PermissionDenied({ reason: `${context} is no suborganization of the caller's organization` })
})
