import { logOfObject, objectLogList, requestList, RequestRecord } from "@namewright/core/archive"
import { ObjectLogEntry } from "@namewright/core/objectlog"
import { Page, searchText } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

export class ArchiveApi extends HttpApiGroup.make("archive")
  .add(
    HttpApiEndpoint.get("listObjectLogs", "/v1/archive/object-logs", {
      query: listParameters(objectLogList),
      success: Page(ObjectLogEntry),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List changes of the organization's objects")
      .annotateMerge(reads({ rights: ["audit_logs:read"] })),
    HttpApiEndpoint.get("listLogsOfObject", "/v1/archive/object-logs/:object_id", {
      params: { object_id: searchText },
      query: listParameters(logOfObject),
      success: Page(ObjectLogEntry),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List changes of one object; none for an unknown one")
      .annotateMerge(reads({ rights: ["audit_logs:read"] })),
    HttpApiEndpoint.get("listRequestHistory", "/v1/archive/request-history", {
      query: listParameters(requestList),
      success: Page(RequestRecord),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List requests of the organization's callers and their responses")
      .annotateMerge(reads({ rights: ["audit_logs:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Who changed what, and when")
{}
