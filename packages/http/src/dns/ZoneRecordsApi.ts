import { PatchRecords, PatchRrsets, ReplaceRrsets } from "@namewright/core/dns"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { byName } from "./ZoneParameters.ts"
import { writeAnswers, writeHeaders, writeProblems } from "./ZoneWriting.ts"

export class ZoneRecordsApi extends HttpApiGroup.make("zoneRecords")
  .add(
    HttpApiEndpoint.put("replaceZoneRrsets", "/v1/dns/:zone_name/rrsets", {
      params: byName,
      headers: writeHeaders,
      payload: ReplaceRrsets,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Replace all RRsets that you manage"),
    HttpApiEndpoint.patch("patchZoneRrsets", "/v1/dns/:zone_name/rrsets", {
      params: byName,
      headers: writeHeaders,
      payload: PatchRrsets,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Put and remove whole RRsets, all or none"),
    HttpApiEndpoint.patch("patchZoneRecords", "/v1/dns/:zone_name/records", {
      params: byName,
      headers: writeHeaders,
      payload: PatchRecords,
      success: writeAnswers,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Put and remove single records, all or none")
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "What the DNS zones of the account hold")
{}
