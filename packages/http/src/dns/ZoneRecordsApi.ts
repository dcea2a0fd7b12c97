import { PatchRecords, PatchRrsets, ReplaceRrsets } from "@namewright/core/dns"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { writes } from "../shared/OperationRules.ts"
import { ReadInChunks, RequestValidation } from "../shared/RequestValidation.ts"
import { byName, zoneBytes } from "./ZoneParameters.ts"
import { writeAnswers, writeHeaders, writeProblems } from "./ZoneWriting.ts"

export class ZoneRecordsApi extends HttpApiGroup.make("zoneRecords")
  .add(
    HttpApiEndpoint.put("replaceZoneRrsets", "/v1/dns/:zone_name/rrsets", {
      params: byName,
      headers: writeHeaders,
      payload: ReplaceRrsets,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Replace all user-managed RRsets of a zone")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "objects", risk: "destroys", body: zoneBytes }))
      .annotate(ReadInChunks, true),
    HttpApiEndpoint.patch("patchZoneRrsets", "/v1/dns/:zone_name/rrsets", {
      params: byName,
      headers: writeHeaders,
      payload: PatchRrsets,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Upsert and remove RRsets in one transaction")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "rrsets", risk: "changes", body: zoneBytes }))
      .annotate(ReadInChunks, true),
    HttpApiEndpoint.patch("patchZoneRecords", "/v1/dns/:zone_name/records", {
      params: byName,
      headers: writeHeaders,
      payload: PatchRecords,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Upsert and remove single records in one transaction")
      .annotateMerge(writes({ rights: ["dns:manage"], enforcesScope: "rrsets", risk: "changes", body: zoneBytes }))
      .annotate(ReadInChunks, true)
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "RRsets and records of DNS zones")
{}
