import { Context, Effect, Layer, Option } from "effect"
import {
  type AuthorizationError,
  authorize,
  OrganizationDirectory,
  OrganizationScope,
  type UnknownOrganization
} from "../access/index.ts"
import {
  type CurrentActor,
  Money,
  type OrganizationId,
  type Page,
  type PageRequest,
  PlatformSettings,
  type Sort
} from "../shared/index.ts"
import { TransactionNotFound } from "./BillingError.ts"
import { BillingParties } from "./BillingParty.ts"
import type {
  BillingTransaction,
  BillingTransactionFilter,
  BillingTransactionId,
  BillingTransactionSortField
} from "./BillingTransaction.ts"
import { BillingTransactionStore, type TransactionScope } from "./BillingTransactionStore.ts"

/** The organization in the path of a request, and optionally one of its suborganizations. */
export interface BilledOrganization {
  readonly organization_id: OrganizationId
  readonly context?: OrganizationId | undefined
}

/**
 * Charges and payments. An organization with its own balance sees all transactions of that balance, including those of
 * its suborganizations. Any other sees what it incurred. The sandbox charges nothing, so its transactions show an
 * amount of zero beside the price.
 * Source: REST specification, "Organizations, roles, attributes, users".
 */
export class BillingTransactions extends Context.Service<BillingTransactions, {
  readonly list: (
    organization: BilledOrganization,
    filter: BillingTransactionFilter,
    sort: Sort<BillingTransactionSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<BillingTransaction>, AuthorizationError | UnknownOrganization, CurrentActor>
  readonly get: (
    organization: BilledOrganization,
    id: BillingTransactionId
  ) => Effect.Effect<BillingTransaction, AuthorizationError | UnknownOrganization | TransactionNotFound, CurrentActor>
}>()("@namewright/core/billing/BillingTransactions") {
  static readonly layer = Layer.effect(
    BillingTransactions,
    Effect.gen(function*() {
      const directory = yield* OrganizationDirectory
      const parties = yield* BillingParties
      const store = yield* BillingTransactionStore
      const { environment } = yield* PlatformSettings

      const shown = <T extends BillingTransaction>(transaction: T): T =>
        environment === "sandbox" ? { ...transaction, amount: Money.zero } : transaction

      const scopeOf = Effect.fnUntraced(function*({ context, organization_id: named }: BilledOrganization) {
        const actor = yield* authorize("billing:read")
        const { organization_id } = yield* OrganizationScope.requireInContext(directory, actor, named, context)
        const party = yield* parties.find(organization_id)
        const paysItself = Option.exists(party, ({ payer_id }) => payer_id === organization_id)
        const scope: TransactionScope = paysItself ? { payer_id: organization_id } : { organization_id }
        return scope
      })

      const list: BillingTransactions["Service"]["list"] = Effect.fn("BillingTransactions.list")(
        function*(organization, filter, sort, page) {
          const found = yield* store.list(yield* scopeOf(organization), filter, sort, page)
          return { ...found, items: found.items.map(shown) }
        }
      )

      const get = Effect.fn("BillingTransactions.get")(
        function*(organization: BilledOrganization, billing_transaction_id: BillingTransactionId) {
          const found = yield* store.find(yield* scopeOf(organization), billing_transaction_id)
          return Option.isSome(found) ? shown(found.value) : yield* new TransactionNotFound({ billing_transaction_id })
        }
      )

      return BillingTransactions.of({ list, get })
    })
  )
}
