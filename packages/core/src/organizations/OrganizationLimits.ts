import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  PermissionDenied,
  UnknownOrganization
} from "../access/index.ts"
import { BillingParties, BillingTransactionStore, chargedThisMonth } from "../billing/index.ts"
import { makeObjectLog } from "../objectlog/index.ts"
import { type CurrentActor, Instant, type OrganizationId, Transaction } from "../shared/index.ts"
import { OrganizationHoldings } from "./OrganizationHoldings.ts"
import type { OrganizationLimitsPatch, OrganizationLimitsView } from "./OrganizationLimit.ts"
import { OrganizationLimitStore } from "./OrganizationLimitStore.ts"

/** Limits that a parent sets to its suborganizations, and an operator to any organization. They are checked in the transaction of every charge and new domain. */
export class OrganizationLimits extends Context.Service<OrganizationLimits, {
  readonly get: (
    id: OrganizationId
  ) => Effect.Effect<OrganizationLimitsView, AuthorizationError | UnknownOrganization, CurrentActor>
  /** Changes the limits of a suborganization, for its parent. */
  readonly update: (
    id: OrganizationId,
    patch: OrganizationLimitsPatch
  ) => Effect.Effect<OrganizationLimitsView, AuthorizationError | UnknownOrganization, CurrentActor>
  /** Limits of any organization, for operators. Checks no rights. */
  readonly getFor: (id: OrganizationId) => Effect.Effect<OrganizationLimitsView, UnknownOrganization>
  /** Changes the limits of any organization, also of a parent, for operators. Checks no rights. */
  readonly updateFor: (
    id: OrganizationId,
    patch: OrganizationLimitsPatch
  ) => Effect.Effect<OrganizationLimitsView, UnknownOrganization>
}>()("@namewright/core/organizations/OrganizationLimits") {
  static readonly layer = Layer.effect(
    OrganizationLimits,
    Effect.gen(function*() {
      const store = yield* OrganizationLimitStore
      const directory = yield* OrganizationDirectory
      const parties = yield* BillingParties
      const transactions = yield* BillingTransactionStore
      const holdings = yield* OrganizationHoldings
      const transaction = yield* Transaction
      const log = yield* makeObjectLog

      const viewOf = Effect.fnUntraced(function*(organization_id: OrganizationId) {
        const values = yield* store.find(organization_id)
        const party = Option.getOrThrow(yield* parties.find(organization_id))
        const view: OrganizationLimitsView = {
          organization_id,
          ...values,
          currency: party.currency,
          spent_this_month: yield* chargedThisMonth(transactions, organization_id, party.payer_id, yield* Instant.now),
          domain_count: (yield* holdings.of(organization_id)).domains
        }
        return view
      })

      const get = Effect.fn("OrganizationLimits.get")(function*(id: OrganizationId) {
        const actor = yield* authorize("organization:read")
        yield* OrganizationScope.requireVisible(directory, actor, id)
        return yield* viewOf(id)
      })

      const change = Effect.fnUntraced(function*(organization_id: OrganizationId, patch: OrganizationLimitsPatch) {
        yield* transaction.atomically(Effect.gen(function*() {
          yield* OrganizationScope.keep(directory, organization_id)
          const before = yield* store.lock(organization_id)
          const after = { ...before, ...patch }
          yield* store.put(organization_id, after)
          yield* log.record({
            organization_id,
            object_type: "ORGANIZATION",
            object_id: organization_id,
            action: "UPDATED",
            before: { limits: before },
            after: { limits: after }
          })
        }))
        return yield* viewOf(organization_id)
      })

      const update = Effect.fn("OrganizationLimits.update")(
        function*(organization_id: OrganizationId, patch: OrganizationLimitsPatch) {
          const actor = yield* authorize("organization:manage")
          yield* OrganizationScope.requireVisible(directory, actor, organization_id)
          if (organization_id === actor.organization_id) {
            return yield* new PermissionDenied({ reason: "Only its parent can change the limits of an organization" })
          }
          return yield* change(organization_id, patch)
        }
      )

      const getFor = Effect.fn("OrganizationLimits.getFor")(function*(organization_id: OrganizationId) {
        const found = yield* directory.find(organization_id)
        return Option.isSome(found)
          ? yield* viewOf(organization_id)
          : yield* new UnknownOrganization({ organization_id })
      })

      return OrganizationLimits.of({
        get,
        update,
        getFor,
        updateFor: Effect.fn("OrganizationLimits.updateFor")(change)
      })
    })
  )
}
