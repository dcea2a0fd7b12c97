import { ImportOptions, ZoneImport } from "@namewright/core/dns"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { conditional } from "../shared/ConditionalHeaders.ts"
import { Produces } from "../shared/ContentNegotiation.ts"
import { filterParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"
import { byName, zoneBytes } from "./ZoneParameters.ts"
import { writeProblems, WrittenZone } from "./ZoneWriting.ts"

/** The media type of master files (RFC 4027). */
export const masterFileMediaType = "text/dns"

const MasterFile = Schema.String.pipe(HttpApiSchema.asText({ contentType: masterFileMediaType }))

const ImportRequest = Schema.Struct({ master_file: Schema.String }).annotate({ identifier: "DnsZoneImportRequest" })

const { dry_run, left_out, left_out_count } = ZoneImport.fields

const ImportedZone = Schema.Struct({ ...WrittenZone.fields, left_out, left_out_count, dry_run })
  .annotate({ identifier: "DnsZoneImported" })

export class ZoneFilesApi extends HttpApiGroup.make("zoneFiles")
  .add(
    HttpApiEndpoint.get("getZoneMasterFile", "/v1/dns/:zone_name/master-file", {
      params: byName,
      success: MasterFile,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read the zone as a master file")
      .annotateMerge(reads({ rights: ["dns:read"], enforcesScope: "objects" })).annotate(Produces, [
        masterFileMediaType
      ]),
    HttpApiEndpoint.post("importZoneMasterFile", "/v1/dns/:zone_name/import", {
      params: byName,
      query: filterParameters(ImportOptions.fields),
      headers: conditional,
      payload: [ImportRequest, MasterFile],
      success: ImportedZone,
      error: writeProblems
    }).annotate(OpenApi.Summary, "Replace all user-managed RRsets of a zone with those of a master file")
      .annotateMerge(
        writes({
          rights: ["dns:manage"],
          enforcesScope: "objects",
          risk: "destroys",
          trial: "dry_run",
          body: zoneBytes
        })
      )
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "DNS zones as master files")
{}
