import { type BilledOrganization, BillingTransactions, Prices } from "@namewright/core/billing"
import type { OrganizationId } from "@namewright/core/shared"
import { Effect } from "effect"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { BillingApi, contextHeader } from "./BillingApi.ts"

interface Addressed {
  readonly params: { readonly organization_id: OrganizationId }
  readonly headers: { readonly [contextHeader]?: OrganizationId }
}

const addressed = ({ headers, params }: Addressed): BilledOrganization => ({
  organization_id: params.organization_id,
  context: headers[contextHeader]
})

export const layer = group(
  BillingApi,
  Effect.fnUntraced(function*(handlers) {
    const transactions = yield* BillingTransactions
    const prices = yield* Prices
    return handlers.handleAll({
      listTransactions: ({ headers, params, query: { page, page_size, sort_by, sort_order, ...filter } }) =>
        Effect.mapError(
          transactions.list(
            addressed({ headers, params }),
            filter,
            { by: sort_by, order: sort_order },
            { page, page_size }
          ),
          toProblem
        ),
      getTransaction: ({ headers, params }) =>
        Effect.mapError(transactions.get(addressed({ headers, params }), params.transaction_id), toProblem),
      listPrices: ({ headers, params, query }) =>
        Effect.mapError(
          Effect.map(prices.list(addressed({ headers, params }), params.product_type, query), (found) => ({
            prices: found
          })),
          toProblem
        )
    })
  })
)
