import { DomainReference, DomainView, OutboundTransferRequest, TransferInDomain } from "@namewright/core/domains"
import { DomainId, DomainName } from "@namewright/core/shared"
import { Predicate, Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { writes } from "../shared/OperationRules.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { changeProblems } from "./DomainOperationsApi.ts"

const byReference = { domain_reference: DomainReference }

const DecidedTransfer = Schema.Struct({
  domain_id: DomainId,
  domain_name: DomainName,
  action: OutboundTransferRequest.fields.action
}).annotate({ identifier: "DecidedTransfer" })

/** Approval of another registrar's request removes the domain from the account. */
const riskOfDecision = (body: unknown) =>
  Predicate.hasProperty(body, "action") && body.action === "approve" ? "destroys" : "changes"

export class TransfersApi extends HttpApiGroup.make("transfers")
  .add(
    HttpApiEndpoint.post("transferDomain", "/v1/domains/transfer", {
      payload: TransferInDomain,
      success: DomainView.pipe(HttpApiSchema.status(201)),
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Request the transfer of a domain from another registrar")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "costs" })),
    HttpApiEndpoint.delete("cancelTransfer", "/v1/domains/:domain_reference/transfer", {
      params: byReference,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Cancel a pending inbound transfer")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "destroys" })),
    HttpApiEndpoint.post("decideOutboundTransfer", "/v1/domains/:domain_reference/transfer/outbound", {
      params: byReference,
      headers: conditional,
      payload: OutboundTransferRequest,
      success: DecidedTransfer,
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Approve or reject a transfer to another registrar")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: riskOfDecision }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Transfers of domains from and to other registrars")
{}
