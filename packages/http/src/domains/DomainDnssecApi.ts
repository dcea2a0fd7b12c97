import { DomainDnssecData, DomainReference, ReplaceDnssecData } from "@namewright/core/domains"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { changeProblems } from "./DomainOperationsApi.ts"

const byReference = { domain_reference: DomainReference }

const Entries = Schema.Array(DomainDnssecData)

/** Response while the registry has no entries yet. */
const Deferred = Schema.Tuple([])

export class DomainDnssecApi extends HttpApiGroup.make("domainDnssec")
  .add(
    HttpApiEndpoint.get("getDomainDnssec", "/v1/domains/:domain_reference/dnssec", {
      params: byReference,
      success: Entries,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the DNSSEC data of a domain at its registry")
      .annotateMerge(reads({ rights: ["domains:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.put("replaceDomainDnssec", "/v1/domains/:domain_reference/dnssec", {
      params: byReference,
      headers: conditional,
      payload: ReplaceDnssecData,
      success: Entries,
      error: changeProblems
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Replace the DS records or keys of a domain at the registry; an empty list removes all"
    )
      .annotateMerge(writes({ rights: ["domains:manage"], enforcesScope: "objects", risk: "destroys" })),
    HttpApiEndpoint.delete("deleteDomainDnssec", "/v1/domains/:domain_reference/dnssec", {
      params: byReference,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: changeProblems
    }).middleware(Idempotent).annotate(OpenApi.Summary, "Remove all DNSSEC data from the registry")
      .annotateMerge(writes({ rights: ["domains:delete"], enforcesScope: "objects", risk: "destroys" })),
    HttpApiEndpoint.post("enableDomainDnssec", "/v1/domains/:domain_reference/dnssec/enable", {
      params: byReference,
      headers: conditional,
      success: [Deferred.pipe(HttpApiSchema.status(202)), Entries],
      error: changeProblems
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Sign the zone of a domain and publish its DS records; 202 if the publication is not complete yet"
    )
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "none" })),
    HttpApiEndpoint.post("disableDomainDnssec", "/v1/domains/:domain_reference/dnssec/disable", {
      params: byReference,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: changeProblems
    }).middleware(Idempotent).annotate(
      OpenApi.Summary,
      "Remove all DNSSEC data from the registry and stop signing the domain's zone"
    )
      .annotateMerge(writes({ rights: ["domains:manage"], risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "DNSSEC data of domains at their registries")
{}
