import { Effect, Schema } from "effect"
import { DecimalAmount } from "../billing/index.ts"
import { Instant, limits, Money, OrganizationId, type Permission, TypeId } from "../shared/index.ts"

export const ApprovalId = TypeId.schema("approval").pipe(Schema.brand("ApprovalId"))
export type ApprovalId = typeof ApprovalId.Type
export const newApprovalId = TypeId.generator("approval", (text) => ApprovalId.make(text))

/** Possible effects of a call, for information only: they do not decide whether an approval is needed. */
export const Safety = Schema.Struct({
  read: Schema.Boolean,
  write: Schema.Boolean,
  cost: Schema.Boolean,
  destructive: Schema.Boolean,
  /**
   * True if the call changes who has access, or what controls access. Default for stored approvals without it: false.
   */
  access: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}).annotate({ identifier: "OperationSafety" })
export type Safety = typeof Safety.Type

/** Change of one member by a call. */
export const Change = Schema.Struct({ field: Schema.String, before: Schema.Json, after: Schema.Json })
  .annotate({ identifier: "ActionChange" })
export type Change = typeof Change.Type

/** Cost of a call with tax. */
export const Cost = Schema.Struct({ amount: DecimalAmount, currency: Money.Currency })
  .annotate({ identifier: "ActionCost" })

/** SHA-256 of the normalised action in hexadecimal. */
export const ActionHash = Schema.String.pipe(Schema.brand("ActionHash"))
export type ActionHash = typeof ActionHash.Type

/** Call to be approved, with the information for the approving person. */
export interface Action {
  readonly operation_id: string
  readonly action_hash: ActionHash
  readonly safety: Safety
  /** True unless all writes of the call are harmless. The list is in docs/approvals.md, Risks. */
  readonly risky: boolean
  /** Permissions that the operation requires; the approving person needs them as well. */
  readonly rights: ReadonlyArray<Permission>
  /** Question for the approving person. */
  readonly message: string
  /** With tax; null if the call costs nothing. */
  readonly cost: Money.Money | null
  readonly changes: ReadonlyArray<Change>
  /** Additional lines of information. */
  readonly summary: ReadonlyArray<string>
  /** All lines of the call's contents if the question contains only their number; empty if the question is complete. */
  readonly contents: ReadonlyArray<string>
}

/** Medium of the question: a form of the client, or a token that the client sends with the repeated call. */
export const ApprovalPath = Schema.Literals(["elicitation", "token"]).annotate({ identifier: "ApprovalPath" })
export type ApprovalPath = typeof ApprovalPath.Type

/**
 * Source: agent endpoint specification, "States and transitions". `challenged` becomes `expired` when its time is over.
 */
export const ApprovalState = Schema.Literals(["challenged", "consumed", "expired"])
  .annotate({ identifier: "ApprovalState" })
export type ApprovalState = typeof ApprovalState.Type

/** Decision of a person on the web page. */
export const ApprovalDecision = Schema.Literals(["approved", "declined"]).annotate({ identifier: "ApprovalDecision" })
export type ApprovalDecision = typeof ApprovalDecision.Type

/** Answer to a client's form (MCP, elicitation). */
export const AnswerAction = Schema.Literals(["accept", "decline", "cancel"]).annotate({ identifier: "AnswerAction" })
export type AnswerAction = typeof AnswerAction.Type

/**
 * One event: request, answer to the form (`accept`, `decline` or `cancel`), decision on the web page, use of the
 * approval, or end of the call.
 */
export const ApprovalStep = Schema.Struct({
  step: Schema.Literals(["challenged", ...AnswerAction.literals, ...ApprovalDecision.literals, "consumed", "ended"]),
  user_id: Schema.String,
  note: Schema.NullOr(Schema.String),
  created_on: Instant.Instant
}).annotate({ identifier: "ApprovalStep" })
export type ApprovalStep = typeof ApprovalStep.Type

/** Question of an agent to its user, with the outcome. */
export const Approval = Schema.Struct({
  approval_id: ApprovalId,
  organization_id: OrganizationId,
  /** User of the client. */
  user_id: Schema.String,
  client_id: Schema.String,
  /** Scopes of the client, sorted. */
  scopes: Schema.Array(Schema.String),
  operation_id: Schema.String,
  action_hash: ActionHash,
  state: ApprovalState,
  path: ApprovalPath,
  safety: Safety,
  message: Schema.String,
  summary: Schema.Array(Schema.String),
  changes: Schema.Array(Change),
  cost: Schema.NullOr(Cost),
  /** Last note of the person. */
  note: Schema.NullOr(Schema.String),
  decision: Schema.NullOr(ApprovalDecision),
  decided_by: Schema.NullOr(Schema.String),
  decided_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  expires_on: Instant.Instant,
  consumed_on: Schema.NullOr(Instant.Instant),
  /** Status of the call's response; null before it. */
  http_status: Schema.NullOr(Schema.Int),
  /** The oldest first. */
  history: Schema.Array(ApprovalStep)
}).annotate({ identifier: "Approval" })
export type Approval = typeof Approval.Type

/** Approval with all lines of the call's contents, if its question contains only their number. */
export const ApprovalDetails = Schema.Struct({ ...Approval.fields, contents: Schema.Array(Schema.String) })
  .annotate({ identifier: "ApprovalDetails" })
export type ApprovalDetails = typeof ApprovalDetails.Type

export const ApprovalSortField = Schema.Literals(["created_on"]).annotate({ identifier: "ApprovalSortField" })
export type ApprovalSortField = typeof ApprovalSortField.Type

/** Filter of the list of approvals. */
export interface ApprovalFilter {
  readonly state?: ReadonlyArray<ApprovalState> | undefined
  readonly operation_id?: string | undefined
  readonly user_id?: string | undefined
  readonly client_id?: string | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
}

/** Policy of an organization for agents. */
export const AgentPolicy = Schema.Struct({
  /** All calls need an approval on the web page. */
  require_web_approval: Schema.Boolean,
  /** Calls that cost money, destroy data or grant access need an approval on the web page. */
  require_web_approval_for_risks: Schema.Boolean,
  /** Daily limit (UTC) for agents with tax, in the currency of the account; null for none. */
  daily_spend_limit: Schema.NullOr(DecimalAmount.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Agents can only read. */
  read_only: Schema.Boolean,
  /** Connected programs may use the REST interface. */
  rest_access: Schema.Boolean,
  /** Agents see auth codes of domains. */
  show_auth_codes: Schema.Boolean
}).annotate({ identifier: "AgentPolicy" })
export type AgentPolicy = typeof AgentPolicy.Type

/** Request to replace the policy. Absent members have their default. */
export const NewAgentPolicy = Schema.Struct({
  ...AgentPolicy.fields,
  /** Null, the default: true in production, false in the sandbox. */
  require_web_approval_for_risks: Schema.optionalKey(
    Schema.NullOr(AgentPolicy.fields.require_web_approval_for_risks)
  ),
  /** Default false. */
  rest_access: Schema.optionalKey(AgentPolicy.fields.rest_access),
  /** Null, the default: shown in the sandbox, hidden in production. */
  show_auth_codes: Schema.optionalKey(Schema.NullOr(AgentPolicy.fields.show_auth_codes))
}).annotate({ identifier: "NewAgentPolicy" })
export type NewAgentPolicy = typeof NewAgentPolicy.Type

/** Stored policy; null for the default of the environment. */
export interface StoredAgentPolicy extends Omit<AgentPolicy, "require_web_approval_for_risks" | "show_auth_codes"> {
  readonly require_web_approval_for_risks: boolean | null
  readonly show_auth_codes: boolean | null
}

/** Policy of organizations that have not set one. */
export const standardPolicy: StoredAgentPolicy = {
  require_web_approval: false,
  require_web_approval_for_risks: null,
  daily_spend_limit: null,
  read_only: false,
  rest_access: false,
  show_auth_codes: null
}

/** Text of a person in a form that every database can store. */
export const keptText = (text: string, maximum: number = limits.approvalNote): string =>
  text.replaceAll("\u0000", "").slice(0, maximum).toWellFormed()
