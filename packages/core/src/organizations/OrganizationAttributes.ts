import { Context, Effect, Layer } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import {
  type Actor,
  type CurrentActor,
  Instant,
  type InvalidInput,
  type OrganizationId,
  Transaction
} from "../shared/index.ts"
import { planAttributes } from "./AttributePlan.ts"
import type { OrganizationAttribute, RequestedAttribute } from "./OrganizationAttribute.ts"
import { OrganizationAttributeStore } from "./OrganizationAttributeStore.ts"
import type { OrganizationAttributeProtected } from "./OrganizationError.ts"

/**
 * Attributes of organizations. Without an id, methods use the caller's organization.
 * Source: REST specification, "Organization".
 */
export class OrganizationAttributes extends Context.Service<OrganizationAttributes, {
  /** Attributes with these keys, sorted by key; all if `keys` is empty. */
  readonly list: (
    id: OrganizationId | undefined,
    keys: ReadonlyArray<string>
  ) => Effect.Effect<ReadonlyArray<OrganizationAttribute>, AuthorizationError | UnknownOrganization, CurrentActor>
  /** Creates, changes and deletes attributes, all or none. Returns all attributes afterwards. */
  readonly update: (
    id: OrganizationId | undefined,
    requested: ReadonlyArray<RequestedAttribute>
  ) => Effect.Effect<
    ReadonlyArray<OrganizationAttribute>,
    AuthorizationError | UnknownOrganization | OrganizationAttributeProtected | InvalidInput,
    CurrentActor
  >
}>()("@namewright/core/organizations/OrganizationAttributes") {
  static readonly layer = Layer.effect(
    OrganizationAttributes,
    Effect.gen(function*() {
      const store = yield* OrganizationAttributeStore
      const directory = yield* OrganizationDirectory
      const transaction = yield* Transaction

      const stored = (id: OrganizationId) => Effect.map(store.list([id]), (attributes) => attributes.get(id) ?? [])

      const list: OrganizationAttributes["Service"]["list"] = Effect.fn("OrganizationAttributes.list")(
        function*(id, keys) {
          const actor = yield* authorize("organization:read")
          const organization = id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, organization)
          const shown = shownAttributes(actor, organization, yield* stored(organization))
          return keys.length === 0 ? shown : shown.filter(({ key }) => keys.includes(key))
        }
      )

      const update: OrganizationAttributes["Service"]["update"] = Effect.fn("OrganizationAttributes.update")(
        function*(id, requested) {
          const actor = yield* authorize("organization:manage")
          const organization = id ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, organization)
          return yield* transaction.atomically(Effect.gen(function*() {
            const plan = yield* planAttributes(
              yield* stored(organization),
              requested,
              seesPrivate(actor, organization)
            )
            yield* store.put(organization, plan.put, yield* Instant.now)
            yield* store.remove(organization, plan.remove)
            return shownAttributes(actor, organization, yield* stored(organization))
          }))
        }
      )

      return OrganizationAttributes.of({ list, update })
    })
  )
}

/** True if the caller sees private attributes; they are hidden from the suborganization that owns them. */
export const seesPrivate = (actor: Actor, organization: OrganizationId): boolean =>
  actor.organization_id !== organization || actor.parent_organization_id === null ||
  actor.principal.type === "system"

/** Attributes of an organization that are visible to the caller. */
export const shownAttributes = (
  actor: Actor,
  organization: OrganizationId,
  attributes: ReadonlyArray<OrganizationAttribute>
): ReadonlyArray<OrganizationAttribute> =>
  seesPrivate(actor, organization) ? attributes : attributes.filter((attribute) => !attribute.private)
