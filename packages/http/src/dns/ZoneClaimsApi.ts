import { ZoneDetails } from "@namewright/core/dns"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { byName } from "./ZoneParameters.ts"

export class ZoneClaimsApi extends HttpApiGroup.make("zoneClaims")
  .add(
    HttpApiEndpoint.post("claimZone", "/v1/dns/:zone_name/claim", {
      params: byName,
      success: ZoneDetails,
      error: [problems.forbidden, problems.notFound, problems.conflict]
    }).annotate(OpenApi.Summary, "Verify the ownership of a zone; at most one check in 10 seconds")
      .annotateMerge(writes({ rights: ["dns:manage"], risk: "changes" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Ownership of zones")
{}
