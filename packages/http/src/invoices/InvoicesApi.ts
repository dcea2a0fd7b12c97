import { Invoice, invoiceList } from "@namewright/core/invoices"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { contextHeader } from "../billing/BillingApi.ts"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const headers = { [contextHeader]: Schema.optionalKey(OrganizationId) }
const params = { organization_id: OrganizationId }
const errors = [problems.forbidden, problems.notFound] as const

export class InvoicesApi extends HttpApiGroup.make("invoices")
  .add(
    HttpApiEndpoint.get("listInvoices", "/v1/organizations/:organization_id/billing/invoices", {
      params,
      headers,
      query: listParameters(invoiceList),
      success: Page(Invoice),
      error: errors
    }).annotate(OpenApi.Summary, "List invoices and credit notes, newest first")
      .annotateMerge(reads({ rights: ["billing:read"] })),
    HttpApiEndpoint.get("listReceipts", "/v1/organizations/:organization_id/billing/receipts", {
      params,
      headers,
      query: listParameters(invoiceList),
      success: Page(Invoice),
      error: errors
    }).annotate(OpenApi.Summary, "List receipts of payments, newest first")
      .annotateMerge(reads({ rights: ["billing:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Invoices, credit notes and receipts")
{}
