import {
  DomainInclude,
  DomainReference,
  DomainStatistics,
  DomainSummary,
  DomainView,
  statisticsFields
} from "@namewright/core/domains"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { filterParameters, includeParameter } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { domainParameters } from "./DomainParameters.ts"

export class DomainsApi extends HttpApiGroup.make("domains")
  .add(
    HttpApiEndpoint.get("listDomains", "/v1/domains", {
      query: domainParameters,
      success: Page(DomainView),
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "List domains")
      .annotateMerge(reads({ rights: ["domains:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.get("getDomainSummary", "/v1/domains/summary", {
      success: DomainSummary,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Count domains by status, tag, TLD and organization")
      .annotateMerge(reads({ rights: ["domains:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.get("getDomainStatistics", "/v1/domains/statistics", {
      query: filterParameters(statisticsFields),
      success: DomainStatistics,
      error: problems.forbidden
    }).annotate(
      OpenApi.Summary,
      "Count registrations, transfers, deletions, renewals and restores by day, week or month"
    )
      .annotateMerge(reads({ rights: ["domains:read"] })),
    HttpApiEndpoint.get("getDomain", "/v1/domains/:domain_reference", {
      params: { domain_reference: DomainReference },
      query: { include: includeParameter(DomainInclude) },
      success: DomainView,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a domain, with its ETag")
      .annotateMerge(reads({ rights: ["domains:read"], enforcesScope: "objects" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Domains of the organization")
{}
