import { Context, Effect, Layer, Option } from "effect"
import { makeObjectLog } from "../objectlog/index.ts"
import {
  type Actor,
  type CurrentActor,
  inputIssue,
  Instant,
  type InvalidInput,
  limits,
  type OrganizationId,
  refuseInput,
  Transaction
} from "../shared/index.ts"
import {
  type IpRestrictionExists,
  IpRestrictionLockout,
  IpRestrictionNotFound,
  type UnknownOrganization
} from "./AccessError.ts"
import { AllowedNetworks } from "./AllowedNetworks.ts"
import { type AuthorizationError, authorize } from "./Authorization.ts"
import {
  type AllowedNetwork,
  type IpRestriction,
  type IpRestrictionChangeQuery,
  type IpRestrictionListQuery,
  type IpRestrictionPatch,
  networkHolding,
  type NewIpRestriction
} from "./IpRestriction.ts"
import { IpRestrictionStore } from "./IpRestrictionStore.ts"
import { OrganizationDirectory } from "./OrganizationDirectory.ts"
import * as OrganizationScope from "./OrganizationScope.ts"
import { RecentCallers } from "./RecentCallers.ts"

type Id = IpRestriction["ip_restriction_id"]

/**
 * Networks from which the caller's organization, or a suborganization of it, accepts calls. A change that would exclude
 * the caller's own address is refused, unless `force` is true. The last network can always be removed.
 * Source: REST specification, "Authentication", 4; gaps, 19.5.
 */
export class IpRestrictions extends Context.Service<IpRestrictions, {
  /** Allows a network. The first one excludes all other addresses. */
  readonly create: (
    input: NewIpRestriction,
    query?: IpRestrictionChangeQuery
  ) => Effect.Effect<
    IpRestriction,
    AuthorizationError | InvalidInput | IpRestrictionExists | IpRestrictionLockout | UnknownOrganization,
    CurrentActor
  >
  /** The networks of an organization, by default of the caller's own, the oldest first. */
  readonly list: (
    query?: IpRestrictionListQuery
  ) => Effect.Effect<ReadonlyArray<IpRestriction>, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly get: (id: Id) => Effect.Effect<IpRestriction, AuthorizationError | IpRestrictionNotFound, CurrentActor>
  readonly update: (
    id: Id,
    patch: IpRestrictionPatch,
    query?: IpRestrictionChangeQuery
  ) => Effect.Effect<
    IpRestriction,
    AuthorizationError | IpRestrictionExists | IpRestrictionLockout | IpRestrictionNotFound,
    CurrentActor
  >
  readonly remove: (
    id: Id,
    query?: IpRestrictionChangeQuery
  ) => Effect.Effect<void, AuthorizationError | IpRestrictionLockout | IpRestrictionNotFound, CurrentActor>
}>()("@namewright/core/access/IpRestrictions") {
  static readonly layer = Layer.effect(
    IpRestrictions,
    Effect.gen(function*() {
      const store = yield* IpRestrictionStore
      const directory = yield* OrganizationDirectory
      const recent = yield* RecentCallers
      const allowed = yield* AllowedNetworks
      const transaction = yield* Transaction
      const log = yield* makeObjectLog

      const forget = Effect.andThen(recent.forget, allowed.forget)

      /** The restriction, if the caller may act for its organization. */
      const visible = Effect.fnUntraced(function*(actor: Actor, id: Id) {
        const found = yield* store.find(id)
        if (Option.isNone(found)) return yield* new IpRestrictionNotFound({ ip_restriction_id: id })
        const isVisible = yield* OrganizationScope.visible(directory, actor, found.value.organization_id)
        return isVisible ? found.value : yield* new IpRestrictionNotFound({ ip_restriction_id: id })
      })

      /** Locks the networks of an organization, and returns one of them with the others. Requires an open transaction. */
      const locked = Effect.fnUntraced(function*({ ip_restriction_id, organization_id }: IpRestriction) {
        const all = yield* store.lock(organization_id)
        const restriction = all.find((one) => one.ip_restriction_id === ip_restriction_id)
        return restriction === undefined
          ? yield* new IpRestrictionNotFound({ ip_restriction_id })
          : { restriction, others: all.filter((one) => one !== restriction) }
      })

      const create: IpRestrictions["Service"]["create"] = Effect.fn("IpRestrictions.create")(
        function*({ ip_network, organization_id: requested }, { force = false } = {}) {
          const actor = yield* authorize("organization:manage")
          const organization_id = requested ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, organization_id)
          const created_on = yield* Instant.now
          return yield* transaction.atomically(Effect.gen(function*() {
            const others = yield* store.lock(organization_id)
            yield* requireRoom(others)
            const made = yield* store.insert({ organization_id, ip_network, last_used_on: null, created_on })
            if (!force) yield* requireAdmitted(actor, organization_id, [...others, made])
            yield* log.record({ ...objectOf(made), action: "CREATED", after: made })
            yield* forget
            return made
          }))
        }
      )

      const list: IpRestrictions["Service"]["list"] = Effect.fn("IpRestrictions.list")(
        function*({ organization_id: requested } = {}) {
          const actor = yield* authorize("organization:read")
          const organization_id = requested ?? actor.organization_id
          yield* OrganizationScope.requireVisible(directory, actor, organization_id)
          return yield* store.list(organization_id)
        }
      )

      const get: IpRestrictions["Service"]["get"] = Effect.fn("IpRestrictions.get")(function*(id) {
        const actor = yield* authorize("organization:read")
        return yield* visible(actor, id)
      })

      const update: IpRestrictions["Service"]["update"] = Effect.fn("IpRestrictions.update")(
        function*(id, patch, { force = false } = {}) {
          const actor = yield* authorize("organization:manage")
          const found = yield* visible(actor, id)
          return yield* transaction.atomically(Effect.gen(function*() {
            const { others, restriction } = yield* locked(found)
            const changed = patched(restriction, patch)
            if (!force) yield* requireAdmitted(actor, changed.organization_id, [...others, changed])
            yield* store.update(changed)
            yield* log.record({ ...objectOf(changed), action: "UPDATED", before: restriction, after: changed })
            yield* forget
            return changed
          }))
        }
      )

      const remove: IpRestrictions["Service"]["remove"] = Effect.fn("IpRestrictions.remove")(
        function*(id, { force = false } = {}) {
          const actor = yield* authorize("organization:manage")
          const found = yield* visible(actor, id)
          yield* transaction.atomically(Effect.gen(function*() {
            const { others, restriction } = yield* locked(found)
            if (!force) yield* requireAdmitted(actor, restriction.organization_id, others)
            yield* store.remove(id)
            yield* log.record({ ...objectOf(restriction), action: "DELETED", before: restriction })
            yield* forget
          }))
        }
      )

      return IpRestrictions.of({ create, list, get, update, remove })
    })
  )
}

/** Object of an entry in the object log. */
const objectOf = ({ ip_restriction_id, organization_id }: IpRestriction) => ({
  organization_id,
  object_type: "IP_RESTRICTION" as const,
  object_id: String(ip_restriction_id)
})

const patched = (restriction: IpRestriction, { ip_network, last_used_on }: IpRestrictionPatch): IpRestriction => ({
  ...restriction,
  ip_network: ip_network ?? restriction.ip_network,
  last_used_on: last_used_on === undefined ? restriction.last_used_on : last_used_on
})

const requireRoom = (others: ReadonlyArray<IpRestriction>): Effect.Effect<void, InvalidInput> => {
  const msg = `Expected at most ${limits.ipRestrictions} networks of an organization`
  const fits = others.length < limits.ipRestrictions
  return refuseInput(fits ? [] : [inputIssue(["body", "ip_network"], "too_long", msg, null)])
}

/**
 * Fails if these networks of an organization would exclude the caller. They do not apply to callers of another organization,
 * to the platform itself, or to a host that does not pass the address of its caller.
 */
const requireAdmitted = (
  { client_address, organization_id, principal }: Actor,
  restricted: OrganizationId,
  networks: ReadonlyArray<Pick<AllowedNetwork, "ip_network">>
): Effect.Effect<void, IpRestrictionLockout> => {
  const isSubject = client_address !== undefined || principal.type === "api_key" || principal.type === "user"
  return restricted !== organization_id || !isSubject || networks.length === 0 ||
      Option.isSome(networkHolding(networks, client_address))
    ? Effect.void
    : Effect.fail(new IpRestrictionLockout({ client_address: client_address ?? null }))
}
