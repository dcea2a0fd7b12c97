import { CreatedZone, CreateZone, ZoneCounts, ZoneDetails, ZoneInclude, ZoneProgress } from "@namewright/core/dns"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Idempotent } from "../shared/Idempotent.ts"
import { includeParameter } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { ReadInChunks, RequestValidation } from "../shared/RequestValidation.ts"
import { byName, zoneBytes, zoneParameters } from "./ZoneParameters.ts"

const unknown = [problems.forbidden, problems.notFound] as const

export class ZonesApi extends HttpApiGroup.make("zones")
  .add(
    HttpApiEndpoint.get("listZones", "/v1/dns", {
      query: zoneParameters,
      success: Page(ZoneDetails),
      error: unknown
    }).annotate(OpenApi.Summary, "List zones with their RRsets")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.post("createZone", "/v1/dns", {
      payload: CreateZone,
      success: CreatedZone.pipe(HttpApiSchema.status(201)),
      error: [...unknown, problems.rejected, problems.conflict, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Create a zone, optionally with RRsets")
      .annotateMerge(writes({ rights: ["dns:manage"], risk: "none", body: zoneBytes }))
      .annotate(ReadInChunks, true)
      .middleware(Idempotent),
    HttpApiEndpoint.get("getZoneSummary", "/v1/dns/summary", {
      success: ZoneCounts,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Count signed and unsigned zones")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.get("getZone", "/v1/dns/:zone_name", {
      params: byName,
      query: { include: includeParameter(ZoneInclude) },
      success: ZoneDetails,
      error: unknown
    }).annotate(OpenApi.Summary, "Read a zone; its ETag is the serial")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "rrsets" })),
    HttpApiEndpoint.delete("deleteZone", "/v1/dns/:zone_name", {
      params: byName,
      headers: conditional,
      success: HttpApiSchema.NoContent,
      error: [...unknown, problems.conflict, problems.outdated, problems.invalid, problems.unavailable]
    }).annotate(OpenApi.Summary, "Delete a zone; its domain stays registered")
      .annotateMerge(writes({ rights: ["dns:delete"], risk: "destroys" })),
    HttpApiEndpoint.get("getZonePublication", "/v1/dns/:zone_name/publication", {
      params: byName,
      success: ZoneProgress,
      error: unknown
    }).annotate(OpenApi.Summary, "Read the wanted and the served serial of a zone at each nameserver")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "rrsets" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "DNS zones of the organization")
{}
