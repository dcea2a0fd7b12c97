import type { BilledOrganization } from "@namewright/core/billing"
import { type DocumentType, type InvoiceFile, InvoiceFiles, Invoices } from "@namewright/core/invoices"
import type { OrganizationId, PageRequest, SortOrder } from "@namewright/core/shared"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { contextHeader } from "../billing/BillingApi.ts"
import { group } from "../shared/group.ts"
import { toProblem } from "../shared/Problem.ts"
import { InvoicesApi } from "./InvoicesApi.ts"

interface Addressed {
  readonly params: { readonly organization_id: OrganizationId }
  readonly headers: { readonly [contextHeader]?: OrganizationId }
}

const addressed = ({ headers, params }: Addressed): BilledOrganization => ({
  organization_id: params.organization_id,
  context: headers[contextHeader]
})

interface ListRequest extends Addressed {
  readonly query: PageRequest & { readonly sort_order: SortOrder }
}

const downloadOf = ({ bytes, media_type, name }: InvoiceFile) =>
  HttpServerResponse.uint8Array(bytes, {
    contentType: media_type,
    headers: { "content-disposition": `attachment; filename="${name}"` }
  })

export const layer = group(
  InvoicesApi,
  Effect.fnUntraced(function*(handlers) {
    const invoices = yield* Invoices
    const files = yield* InvoiceFiles
    const listOf =
      (document_type: DocumentType) => ({ query: { page, page_size, sort_order }, ...request }: ListRequest) =>
        Effect.mapError(
          invoices.list(addressed(request), document_type, sort_order, { page, page_size }),
          toProblem
        )
    return handlers.handleAll({
      listInvoices: listOf("invoice"),
      listReceipts: listOf("receipt"),
      downloadInvoice: ({ query: { format = "pdf" }, ...request }) =>
        invoices.get(addressed(request), request.params.invoice_id).pipe(
          Effect.flatMap((invoice) => files.file(invoice, format)),
          Effect.mapBoth({ onFailure: toProblem, onSuccess: downloadOf })
        )
    })
  })
)
