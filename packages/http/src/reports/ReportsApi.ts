import { CreateReport, Report, ReportId, reportList } from "@namewright/core/reports"
import { Page } from "@namewright/core/shared"
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { Produces } from "../shared/ContentNegotiation.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byId = { report_id: ReportId }

export const zipMediaType = "application/zip"

export class ReportsApi extends HttpApiGroup.make("reports")
  .add(
    HttpApiEndpoint.get("listReports", "/v1/reports", {
      query: listParameters(reportList),
      success: Page(Report),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List reports, newest first")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.post("createReport", "/v1/reports", {
      payload: [CreateReport, Schema.Null],
      success: Report.pipe(HttpApiSchema.status(202)),
      error: [problems.forbidden, problems.rateLimited]
    }).annotate(OpenApi.Summary, "Request a report; default type: domain_inventory")
      .annotateMerge(writes({ rights: ["organization:read"], risk: "none" })),
    HttpApiEndpoint.get("getReport", "/v1/reports/:report_id", {
      params: byId,
      success: Report,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a report with its status")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.get("downloadReport", "/v1/reports/:report_id/download", {
      params: byId,
      success: HttpApiSchema.StreamUint8Array({ contentType: zipMediaType }),
      error: [problems.forbidden, problems.notFound, problems.conflict, problems.rangeNotSatisfiable]
    }).annotate(OpenApi.Summary, "Download the ZIP file of a report, or a byte range of it")
      .annotateMerge(reads({ rights: ["organization:read"] })).annotate(Produces, [zipMediaType])
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Exports that are generated in the background")
{}
