import {
  AgentPolicy,
  Approval,
  ApprovalDetails,
  ApprovalId,
  approvalList,
  NewAgentPolicy
} from "@namewright/core/approvals"
import { Page } from "@namewright/core/shared"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Authentication } from "../shared/Authentication.ts"
import { listParameters } from "../shared/ListParameters.ts"
import { reads, writes } from "../shared/OperationRules.ts"
import { problems } from "../shared/Problem.ts"
import { RequestValidation } from "../shared/RequestValidation.ts"

const policy = "/v1/approvals/policy"

/** Routes of Namewright only: they are not part of the REST specification. */
export class ApprovalsApi extends HttpApiGroup.make("approvals")
  .add(
    HttpApiEndpoint.get("listApprovals", "/v1/approvals", {
      query: listParameters(approvalList),
      success: Page(Approval),
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "List the approvals that agents requested, with their outcomes")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.get("getAgentPolicy", policy, {
      success: AgentPolicy,
      error: problems.forbidden
    }).annotate(OpenApi.Summary, "Read the organization's policy for agents")
      .annotateMerge(reads({ rights: ["organization:read"] })),
    HttpApiEndpoint.put("replaceAgentPolicy", policy, {
      payload: NewAgentPolicy,
      success: AgentPolicy,
      error: [problems.forbidden, problems.invalid]
    }).annotate(OpenApi.Summary, "Set the organization's policy for agents; agents cannot call this")
      .annotateMerge(writes({ rights: ["organization:manage"], caller: "notAgent", risk: "grants" })),
    HttpApiEndpoint.get("getApproval", "/v1/approvals/:approval_id", {
      params: { approval_id: ApprovalId },
      success: ApprovalDetails,
      error: [problems.forbidden, problems.notFound]
    }).annotate(OpenApi.Summary, "Read an approval that an agent requested, with its outcome")
      .annotateMerge(reads({ rights: ["organization:read"] }))
  )
  .middleware(RequestValidation)
  .middleware(Authentication)
  .annotate(OpenApi.Description, "Policy for agents, and approvals of their calls")
{}
