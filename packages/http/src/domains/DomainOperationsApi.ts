import {
  AllocationToken,
  CheckedName,
  ClaimsNotices,
  ClaimsNoticesRequest,
  DomainQuote,
  DomainReference,
  DomainView,
  NamesToCheck,
  QuoteDomainRequest,
  RegisterDomain,
  RenewDomainRequest,
  RenewedDomain,
  RestoredDomain,
  RestoreDomainRequest,
  UpdateDomainRequest
} from "@namewright/core/domains"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { reads, readsBody, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byReference = { domain_reference: DomainReference }

/** Problems of operations that change a domain at its registry. */
export const changeProblems = [
  problems.rejected,
  problems.paymentRequired,
  problems.forbidden,
  problems.notFound,
  problems.conflict,
  problems.outdated,
  problems.invalid,
  problems.unavailable
] as const

export class DomainOperationsApi extends HttpApiGroup.make("domainOperations")
  .add(
    HttpApiEndpoint.get("checkDomains", "/v1/domains/check", {
      query: { domains: NamesToCheck, allocation_token: Schema.optionalKey(AllocationToken) },
      success: Schema.Struct({ results: Schema.Array(CheckedName) }).annotate({ identifier: "CheckedNames" }),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Check the availability of names at the registries")
      .annotateMerge(
        reads({
          rights: ["domains:read"],
          enforcesScope: "objects",
          metering: { kind: "names", cost: ({ domains = [] }) => [domains].flat().length }
        })
      ),
    HttpApiEndpoint.post("createDomain", "/v1/domains", {
      payload: RegisterDomain,
      success: DomainView.pipe(HttpApiSchema.status(201)),
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Register a domain")
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "costs" })),
    HttpApiEndpoint.post("quoteDomain", "/v1/domains/quote", {
      payload: QuoteDomainRequest,
      success: DomainQuote,
      error: [problems.forbidden, problems.notFound, problems.invalid]
    }).annotate(
      OpenApi.Summary,
      "Price and check an order without placing it; the price is binding for 15 minutes with the quote's id"
    )
      .annotateMerge(readsBody({ rights: ["domains:manage"] })),
    HttpApiEndpoint.post("getClaimsNotices", "/v1/domains/claims-notices", {
      payload: ClaimsNoticesRequest,
      success: ClaimsNotices,
      error: [problems.forbidden, problems.notFound, problems.invalid, problems.unavailable]
    }).annotate(
      OpenApi.Summary,
      "Get the trademark notice of a claims key, with the hash by which a registration accepts it within 48 hours"
    )
      .annotateMerge(readsBody({ rights: ["domains:manage"] })),
    HttpApiEndpoint.patch("updateDomain", "/v1/domains/:domain_reference", {
      params: byReference,
      headers: conditional,
      payload: UpdateDomainRequest,
      success: DomainView,
      error: changeProblems
    }).middleware(Idempotent)
      .annotate(
        OpenApi.Summary,
        "Update contacts, nameservers, statuses, renewal mode, attributes or the auth code of a domain"
      )
      .annotateMerge(writes({ rights: ["domains:manage"], enforcesScope: "objects", risk: "destroys" })),
    HttpApiEndpoint.delete("deleteDomain", "/v1/domains/:domain_reference", {
      params: byReference,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: changeProblems
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Delete a domain; charges in grace periods are refunded, and most TLDs permit a restore for a limited time"
    )
      .annotateMerge(writes({ rights: ["domains:delete"], enforcesScope: "objects", risk: "destroys" })),
    HttpApiEndpoint.post("renewDomain", "/v1/domains/:domain_reference/renew", {
      params: byReference,
      headers: conditional,
      payload: RenewDomainRequest,
      success: RenewedDomain,
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Renew a domain")
      .annotateMerge(writes({ rights: ["domains:manage"], enforcesScope: "objects", risk: "costs" })),
    HttpApiEndpoint.post("restoreDomain", "/v1/domains/:domain_reference/restore", {
      params: byReference,
      headers: conditional,
      payload: RestoreDomainRequest,
      success: RestoredDomain,
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Restore a deleted domain from redemption")
      .annotateMerge(writes({ rights: ["domains:manage"], enforcesScope: "objects", risk: "costs" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Title, "domains")
  .annotate(OpenApi.Description, "Registration, changes, renewal, deletion and restore of domains")
{}
