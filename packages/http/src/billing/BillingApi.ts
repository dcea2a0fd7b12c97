import {
  BillingTransaction,
  BillingTransactionId,
  Price,
  priceFilter,
  ProductType,
  transactionList
} from "@namewright/core/billing"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters, listParameters } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const { optionalKey } = Schema

/** Header with which a parent selects one of its suborganizations. */
export const contextHeader = "x-organization-context"
const headers = { [contextHeader]: optionalKey(OrganizationId) }

const byOrganization = { organization_id: OrganizationId }
const errors = [problems.forbidden, problems.notFound] as const

export class BillingApi extends HttpApiGroup.make("billing")
  .add(
    HttpApiEndpoint.get("listTransactions", "/v1/organizations/:organization_id/transactions", {
      params: byOrganization,
      headers,
      query: listParameters(transactionList),
      success: Page(BillingTransaction),
      error: errors
    }).annotate(OpenApi.Summary, "List the charges and payments of an organization")
      .annotateMerge(reads({ rights: ["billing:read"] })),
    HttpApiEndpoint.get("getTransaction", "/v1/organizations/:organization_id/transactions/:transaction_id", {
      params: { ...byOrganization, transaction_id: BillingTransactionId },
      headers,
      success: BillingTransaction,
      error: errors
    }).annotate(OpenApi.Summary, "Read a billing transaction")
      .annotateMerge(reads({ rights: ["billing:read"] })),
    HttpApiEndpoint.get("listPrices", "/v1/organizations/:organization_id/pricing/product-type/:product_type", {
      params: { ...byOrganization, product_type: ProductType },
      headers,
      query: filterParameters(priceFilter),
      success: Schema.Struct({ prices: Schema.Array(Price) }).annotate({ identifier: "PriceList" }),
      error: errors
    }).annotate(OpenApi.Summary, "List all net prices of an organization for one product")
      .annotateMerge(reads({ rights: ["organization:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Charges, payments and prices")
{}
