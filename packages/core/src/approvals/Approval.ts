import { Effect, Schema } from "effect"
import { DecimalAmount } from "../billing/index.ts"
import { Instant, limits, Money, OrganizationId, type Permission, TypeId } from "../shared/index.ts"

export const ApprovalId = TypeId.schema("approval").pipe(Schema.brand("ApprovalId"))
export type ApprovalId = typeof ApprovalId.Type
export const newApprovalId = TypeId.generator("approval", (text) => ApprovalId.make(text))

/** What a call can do. It informs, and never decides whether an approval is needed. */
export const Safety = Schema.Struct({
  read: Schema.Boolean,
  write: Schema.Boolean,
  cost: Schema.Boolean,
  destructive: Schema.Boolean,
  /** It changes who has access, or what controls access. False for approvals that were stored without it. */
  access: Schema.Boolean.pipe(Schema.withDecodingDefaultKey(Effect.succeed(false)))
}).annotate({ identifier: "OperationSafety" })
export type Safety = typeof Safety.Type

/** One member that a call changes. */
export const Change = Schema.Struct({ field: Schema.String, before: Schema.Json, after: Schema.Json })
  .annotate({ identifier: "ActionChange" })
export type Change = typeof Change.Type

/** What a call costs, with tax. */
export const Cost = Schema.Struct({ amount: DecimalAmount, currency: Money.Currency })
  .annotate({ identifier: "ActionCost" })

/** SHA-256 of the normalised action in hexadecimal. */
export const ActionHash = Schema.String.pipe(Schema.brand("ActionHash"))
export type ActionHash = typeof ActionHash.Type

/** A call that is to be approved, with what its approver sees. */
export interface Action {
  readonly operation_id: string
  readonly action_hash: ActionHash
  readonly safety: Safety
  /** It costs money, destroys data or grants access, be it by a command of a batch. */
  readonly risky: boolean
  /** What the operation asks of its caller; a person who approves it holds them as well. */
  readonly rights: ReadonlyArray<Permission>
  /** The question in words. */
  readonly message: string
  /** With tax; null where it costs nothing. */
  readonly cost: Money.Money | null
  readonly changes: ReadonlyArray<Change>
  /** Lines that say what else is worth knowing. */
  readonly summary: ReadonlyArray<string>
  /** Every line of what the call sends, where the question counts instead; empty where the question is complete. */
  readonly contents: ReadonlyArray<string>
}

/** How the client asks: by a form of its own, or by a token that it sends with the same call again. */
export const ApprovalPath = Schema.Literals(["elicitation", "token"]).annotate({ identifier: "ApprovalPath" })
export type ApprovalPath = typeof ApprovalPath.Type

/** Source: agent endpoint specification, "States and transitions". `expired` is what time makes of `challenged`. */
export const ApprovalState = Schema.Literals(["challenged", "consumed", "expired"])
  .annotate({ identifier: "ApprovalState" })
export type ApprovalState = typeof ApprovalState.Type

/** What a person has said of it on the web page. */
export const ApprovalDecision = Schema.Literals(["approved", "declined"]).annotate({ identifier: "ApprovalDecision" })
export type ApprovalDecision = typeof ApprovalDecision.Type

/** How a client's own form was answered (MCP, elicitation). */
export const AnswerAction = Schema.Literals(["accept", "decline", "cancel"]).annotate({ identifier: "AnswerAction" })
export type AnswerAction = typeof AnswerAction.Type

/**
 * One event: the request; an answer to the form with `accept`, `decline` or `cancel`; a person
 * decided on the web page; the call was let through; the call ended.
 */
export const ApprovalStep = Schema.Struct({
  step: Schema.Literals(["challenged", ...AnswerAction.literals, ...ApprovalDecision.literals, "consumed", "ended"]),
  user_id: Schema.String,
  note: Schema.NullOr(Schema.String),
  created_on: Instant.Instant
}).annotate({ identifier: "ApprovalStep" })
export type ApprovalStep = typeof ApprovalStep.Type

/** A question that an agent has put to its user, and what became of it. */
export const Approval = Schema.Struct({
  approval_id: ApprovalId,
  organization_id: OrganizationId,
  /** Who works through the client. */
  user_id: Schema.String,
  client_id: Schema.String,
  /** What the client was granted, sorted. */
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
  /** What the person said last. */
  note: Schema.NullOr(Schema.String),
  decision: Schema.NullOr(ApprovalDecision),
  decided_by: Schema.NullOr(Schema.String),
  decided_on: Schema.NullOr(Instant.Instant),
  created_on: Instant.Instant,
  expires_on: Instant.Instant,
  consumed_on: Schema.NullOr(Instant.Instant),
  /** The status that the call was answered with; null before that. */
  http_status: Schema.NullOr(Schema.Int),
  /** The oldest first. */
  history: Schema.Array(ApprovalStep)
}).annotate({ identifier: "Approval" })
export type Approval = typeof Approval.Type

/** An approval with every line of what the call sends, where its question counts instead. */
export const ApprovalDetails = Schema.Struct({ ...Approval.fields, contents: Schema.Array(Schema.String) })
  .annotate({ identifier: "ApprovalDetails" })
export type ApprovalDetails = typeof ApprovalDetails.Type

export const ApprovalSortField = Schema.Literals(["created_on"]).annotate({ identifier: "ApprovalSortField" })
export type ApprovalSortField = typeof ApprovalSortField.Type

/** Which approvals a list shows. */
export interface ApprovalFilter {
  readonly state?: ReadonlyArray<ApprovalState> | undefined
  readonly operation_id?: string | undefined
  readonly user_id?: string | undefined
  readonly client_id?: string | undefined
  readonly created_after?: Instant.Instant | undefined
  readonly created_before?: Instant.Instant | undefined
}

/** What an organization lets agents do. */
export const AgentPolicy = Schema.Struct({
  /** Calls go through only after a person has approved them on the web page. */
  require_web_approval: Schema.Boolean,
  /** The same for calls that cost money, destroy data or grant access. */
  require_web_approval_for_risks: Schema.Boolean,
  /** What agents may spend in a day of UTC, with tax, in the currency of the account; null for any amount. */
  daily_spend_limit: Schema.NullOr(DecimalAmount.check(Schema.isGreaterThanOrEqualTo(0))),
  /** Agents read, and nothing else. */
  read_only: Schema.Boolean,
  /** Programs that people have connected may use the REST interface. */
  rest_access: Schema.Boolean,
  /** Agents are shown the auth codes of domains. */
  show_auth_codes: Schema.Boolean
}).annotate({ identifier: "AgentPolicy" })
export type AgentPolicy = typeof AgentPolicy.Type

/** A policy as it is set: an absent member has its standard value. */
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

/** A policy as it is stored; null for the standard of the environment. */
export interface StoredAgentPolicy extends Omit<AgentPolicy, "require_web_approval_for_risks" | "show_auth_codes"> {
  readonly require_web_approval_for_risks: boolean | null
  readonly show_auth_codes: boolean | null
}

/** The policy of organizations that have set none. */
export const standardPolicy: StoredAgentPolicy = {
  require_web_approval: false,
  require_web_approval_for_risks: null,
  daily_spend_limit: null,
  read_only: false,
  rest_access: false,
  show_auth_codes: null
}

/** What people say, in a form that every database stores. */
export const keptText = (text: string, maximum: number = limits.approvalNote): string =>
  text.replaceAll("\u0000", "").slice(0, maximum).toWellFormed()
