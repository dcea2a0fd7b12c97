import { RestoreZone, zoneChangeList, ZoneVersionDetails, ZoneVersionView } from "@namewright/core/dns"
import { Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { byName } from "./ZoneParameters.ts"
import { writeProblems, WrittenZone } from "./ZoneWriting.ts"

const unknown = [problems.forbidden, problems.notFound] as const

const bySerial = { ...byName, serial: Schema.Int }

export class ZoneHistoryApi extends HttpApiGroup.make("zoneHistory")
  .add(
    HttpApiEndpoint.get("listZoneChanges", "/v1/dns/:zone_name/changes", {
      params: byName,
      query: listParameters(zoneChangeList),
      success: Page(ZoneVersionView),
      error: unknown
    }).annotate(OpenApi.Summary, "List the versions of a zone, newest first")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.get("getZoneChange", "/v1/dns/:zone_name/changes/:serial", {
      params: bySerial,
      success: ZoneVersionDetails,
      error: unknown
    }).annotate(OpenApi.Summary, "Read the change that created one version of a zone")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "objects" })),
    HttpApiEndpoint.post("restoreZone", "/v1/dns/:zone_name/restore", {
      params: byName,
      headers: conditional,
      payload: RestoreZone,
      success: WrittenZone,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Restore the content of a zone at an earlier serial")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "objects", risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Versions of DNS zones, and their restore")
{}
