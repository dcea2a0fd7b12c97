import { Schema } from "effect"
import {
  type AllOptions,
  anyOf,
  call,
  type CallOptions,
  type CallsFor,
  inBody,
  inPath,
  type InputOf,
  Instant,
  type JsonOf,
  limits,
  listCalls,
  listForm,
  type ListRequest,
  type Page,
  searchText
} from "../shared/index.ts"
import { AgentPolicies } from "./AgentPolicies.ts"
import {
  AgentPolicy,
  Approval,
  ApprovalDetails,
  ApprovalId,
  ApprovalSortField,
  ApprovalState,
  NewAgentPolicy
} from "./Approval.ts"
import { Approvals } from "./Approvals.ts"

/** Parameters of the list of approvals. */
export const approvalList = listForm({
  pageSize: limits.approvalPageSize,
  sort: { field: ApprovalSortField, standard: { by: "created_on", order: "desc" } },
  filter: {
    state: Schema.optionalKey(anyOf(ApprovalState)),
    operation_id: Schema.optionalKey(searchText),
    user_id: Schema.optionalKey(searchText),
    client_id: Schema.optionalKey(searchText),
    created_after: Schema.optionalKey(Instant.Instant),
    created_before: Schema.optionalKey(Instant.Instant)
  }
})

export interface ApprovalJson extends JsonOf<typeof Approval> {}
export interface ApprovalDetailsJson extends JsonOf<typeof ApprovalDetails> {}
export interface ApprovalFilterInput extends InputOf<Schema.Struct<typeof approvalList.filter>> {}
export interface AgentPolicyJson extends JsonOf<typeof AgentPolicy> {}
export interface NewAgentPolicyInput extends InputOf<typeof NewAgentPolicy> {}

/** Changes that agents asked their users to approve, and the organization's policy for agents. */
export interface ApprovalCalls {
  /**
   * Returns one page of approvals, newest first unless `sort` says otherwise.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const { items } = await caller.approvals.page({ filter: { state: ["challenged"] } })
   */
  readonly page: (
    request?: ListRequest<ApprovalFilterInput, ApprovalSortField>,
    options?: CallOptions
  ) => Promise<Page<ApprovalJson>>
  /**
   * Iterates over all approvals that match a filter.
   *
   * Rights: `organization:read`.
   *
   * @example
   * for await (const approval of caller.approvals.all({ user_id })) console.log(approval.message)
   */
  readonly all: (filter?: ApprovalFilterInput, options?: AllOptions<ApprovalSortField>) => AsyncIterable<ApprovalJson>
  /**
   * Returns an approval with everything that its call sends.
   *
   * Rights: `organization:read`.
   *
   * @throws ERROR_APPROVAL_NOT_FOUND
   *
   * @example
   * const { state, history } = await caller.approvals.get(approval_id)
   */
  readonly get: (approval_id: string, options?: CallOptions) => Promise<ApprovalDetailsJson>
  /**
   * Returns the organization's policy for agents.
   *
   * Rights: `organization:read`.
   *
   * @example
   * const { daily_spend_limit } = await caller.approvals.policy()
   */
  readonly policy: (options?: CallOptions) => Promise<AgentPolicyJson>
  /**
   * Replaces the organization's policy for agents. Agents themselves cannot.
   *
   * Rights: `organization:manage`.
   *
   * @example
   * await caller.approvals.replacePolicy({ require_web_approval: false, daily_spend_limit: "100.00", read_only: false })
   */
  readonly replacePolicy: (policy: NewAgentPolicyInput, options?: CallOptions) => Promise<AgentPolicyJson>
}

export const approvalCalls = {
  ...listCalls(
    [],
    approvalList,
    Approval,
    "approval_id",
    ({ filter, page, sort }) => Approvals.use((approvals) => approvals.list(filter, sort, page))
  ),
  get: call(
    [inPath("approval_id", ApprovalId)],
    ApprovalDetails,
    (id) => Approvals.use((approvals) => approvals.get(id))
  ),
  policy: call([], AgentPolicy, () => AgentPolicies.use((policies) => policies.get)),
  replacePolicy: call(
    [inBody(NewAgentPolicy)],
    AgentPolicy,
    (policy) => AgentPolicies.use((policies) => policies.replace(policy))
  )
} satisfies CallsFor<ApprovalCalls>
