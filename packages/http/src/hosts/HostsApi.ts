import { CreateHostRequest, Host, hostList, HostReference, ReplaceHostRequest } from "@namewright/core/hosts"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const byReference = { host_reference: HostReference }
const changing = [
  problems.forbidden,
  problems.notFound,
  problems.conflict,
  problems.invalid,
  problems.unavailable
] as const

export class HostsApi extends HttpApiGroup.make("hosts")
  .add(
    HttpApiEndpoint.get("listHosts", "/v1/hosts", {
      query: listParameters(hostList),
      success: Page(Host),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List host objects")
      .annotateMerge(reads({ rights: ["hosts:read"] })),
    HttpApiEndpoint.post("createHost", "/v1/hosts", {
      payload: CreateHostRequest,
      success: Host.pipe(HttpApiSchema.status(201)),
      error: changing
    }).annotate(OpenApi.Summary, "Create a host object below an owned domain")
      .annotateMerge(writes({ rights: ["hosts:manage", "domains:manage"], risk: "none" })),
    HttpApiEndpoint.get("getHost", "/v1/hosts/:host_reference", {
      params: byReference,
      success: Host,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read a host object")
      .annotateMerge(reads({ rights: ["hosts:read"] })),
    HttpApiEndpoint.put("replaceHost", "/v1/hosts/:host_reference", {
      params: byReference,
      payload: ReplaceHostRequest,
      success: Host,
      error: changing
    }).annotate(OpenApi.Summary, "Replace the addresses of a host object")
      .annotateMerge(writes({ rights: ["hosts:manage"], risk: "destroys" })),
    HttpApiEndpoint.delete("deleteHost", "/v1/hosts/:host_reference", {
      params: byReference,
      success: HttpApiSchema.NoContent,
      error: changing
    }).annotate(OpenApi.Summary, "Delete a host object that no domain uses")
      .annotateMerge(writes({ rights: ["hosts:delete"], risk: "destroys" }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Nameservers below owned domains, with their addresses at the registry")
{}
