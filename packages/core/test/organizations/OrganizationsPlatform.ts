import { administrator } from "@namewright/conformance"
import { PasswordHasher, RecentCallers, UserMails, UserProducts } from "@namewright/core/access"
import { Billing, BillingTransactions, PriceList, Prices, Wallets } from "@namewright/core/billing"
import { EventLog } from "@namewright/core/events"
import {
  type NewOrganization,
  type NewParent,
  OrganizationAttributes,
  OrganizationHoldings,
  OrganizationOperations,
  OrganizationPorts,
  Organizations,
  VatChecks,
  VatRegister,
  WhitelabelHoldings
} from "@namewright/core/organizations"
import { CurrentActor, type OrganizationId } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { memoryDatabase } from "../../../../test/memoryDatabase.ts"

const services = Layer.mergeAll(
  Organizations.layer,
  OrganizationAttributes.layer,
  OrganizationOperations.layer,
  VatChecks.layer,
  Billing.layer,
  BillingTransactions.layer,
  Prices.layer
).pipe(
  Layer.provideMerge(Layer.mergeAll(Wallets.layer, PriceList.layer, RecentCallers.layer)),
  Layer.provideMerge(Layer.mergeAll(EventLog.layer, OrganizationPorts.layerDirectory)),
  Layer.provideMerge(Layer.merge(OrganizationPorts.layerBillingParties, OrganizationPorts.layerSpendingLimits))
)

const ownsNothing = Layer.merge(
  Layer.succeed(OrganizationHoldings, {
    of: () => Effect.succeed({ domains: 0, zones: 0, vanity_nameserver_sets: 0 })
  }),
  Layer.succeed(WhitelabelHoldings, { count: () => Effect.succeed(0) })
)

/** Services of organizations and billing, with a register of VAT numbers. They need a storage. */
export const servicesWith = (register: Layer.Layer<VatRegister>) =>
  Layer.provide(services, [
    register,
    PasswordHasher.layerNone,
    UserMails.layerNone,
    UserProducts.layerNone,
    ownsNothing
  ])

/** Organizations and billing over SQLite in memory, with a register of VAT numbers. */
export const platformWith = (register: Layer.Layer<VatRegister>) =>
  Layer.provideMerge(servicesWith(register), memoryDatabase())

export const organizationsPlatform = platformWith(VatRegister.layerSyntactic)

/** Runs as an administrator of an organization, which is a suborganization if `parent` is given. */
export const as =
  (organization: OrganizationId, parent: OrganizationId | null = null) => <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.provideService(effect, CurrentActor, {
      ...administrator(organization),
      parent_organization_id: parent
    })

/** New parent, created by an operator. */
export const newParent = Effect.fnUntraced(function*(input: Partial<NewParent> = {}) {
  const { createParent } = yield* OrganizationOperations
  const { organization_id } = yield* createParent({ name: "Parent", ...input })
  return organization_id
})

/** New suborganization, created by its parent. */
export const newChild = Effect.fnUntraced(function*(parent: OrganizationId, input: Partial<NewOrganization> = {}) {
  const { create } = yield* Organizations
  const { organization_id } = yield* create({ name: "Child", ...input }).pipe(as(parent))
  return organization_id
})
