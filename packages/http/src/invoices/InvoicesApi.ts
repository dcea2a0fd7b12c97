import { Invoice, InvoiceFileFormat, InvoiceId, invoiceList } from "@namewright/core/invoices"
import { OrganizationId, Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { contextHeader } from "../billing/BillingApi.ts"
import { Authentication } from "../shared/Authentication.ts"
import { Produces } from "../shared/ContentNegotiation.ts"
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
      .annotateMerge(reads({ rights: ["billing:read"] })),
    HttpApiEndpoint.get("downloadInvoice", "/v1/organizations/:organization_id/billing/invoices/:invoice_id/file", {
      params: { ...params, invoice_id: InvoiceId },
      headers,
      query: { format: Schema.optionalKey(InvoiceFileFormat.annotate({ default: "pdf" })) },
      success: HttpApiSchema.StreamUint8Array({ contentType: "application/pdf" }),
      error: [...errors, problems.invalid]
    }).annotate(OpenApi.Summary, "Download an invoice, credit note or receipt: PDF, or XML of EN 16931 (UBL)")
      .annotateMerge(reads({ rights: ["billing:read"] })).annotate(Produces, ["application/pdf", "application/xml"])
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Invoices, credit notes and receipts")
{}
