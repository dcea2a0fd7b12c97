import { Context, type Effect, type Redacted } from "effect"
import type { AuthorizationError, PermissionDenied } from "../access/index.ts"
import type { CurrentActor, Instant, Money, Page, PageRequest, Sort } from "../shared/index.ts"
import type {
  Action,
  AnswerAction,
  Approval,
  ApprovalFilter,
  ApprovalId,
  ApprovalPath,
  ApprovalSortField
} from "./Approval.ts"
import type { AgentSpendingLimit, ApprovalNotFound, ApprovalNotOpen } from "./ApprovalError.ts"

/** A question to the user of a client. */
export interface Challenge {
  readonly approval_id: ApprovalId
  /** Comes back with the same call: `requestState` where the client asks by a form, `confirmationToken` elsewhere. */
  readonly token: Redacted.Redacted
  /** How the client is to ask: `token` for every client where a person has to approve on the web page. */
  readonly path: ApprovalPath
  readonly expires_on: Instant.Instant
  readonly message: string
  /** Where a person approves; null where the client's own word is enough. */
  readonly approval_url: string | null
}

/**
 * Why a call was not let through. All but the last mean that the token is of no use for this call, and the challenge is
 * a new one; with `awaiting_approval` it is the same, until a person approves it on the web page.
 */
export type ChallengeReason =
  | "malformed"
  | "other_caller"
  | "other_action"
  | "other_price"
  | "expired"
  | "consumed"
  | "awaiting_approval"

/** What a token did for a call. */
export type Consumption =
  /** The call may be made, once. */
  | { readonly _tag: "Approved"; readonly approval_id: ApprovalId; readonly cost: Money.Money | null }
  | { readonly _tag: "Challenge"; readonly reason: ChallengeReason; readonly challenge: Challenge }
  /** A person has declined on the web page, and can still approve there. */
  | { readonly _tag: "Declined"; readonly approval_id: ApprovalId; readonly note: string | null }

/** Why no approval can let an agent do something. */
export type AgentRefusal = PermissionDenied | AgentSpendingLimit

/**
 * The gate between agents and everything that is not a read. What an agent wants to do is shown to its user; the token
 * of the question lets exactly that through, once, for some minutes. Source: agent endpoint specification, "States and
 * transitions".
 */
export class Approvals extends Context.Service<Approvals, {
  /** Asks. The caller is a user who works through a client. */
  readonly challenge: (action: Action, path: ApprovalPath) => Effect.Effect<Challenge, AgentRefusal, CurrentActor>
  /**
   * Lets the action through if the token was made for it, and for this caller. The token is used up only if everything
   * else holds; of several calls at the same time one goes through. `path` is for the challenge that is needed otherwise.
   */
  readonly consume: (
    token: Redacted.Redacted,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Consumption, AgentRefusal, CurrentActor>
  /** Keeps how the client's form was answered, with the note; lets nothing through. A token of others keeps nothing. */
  readonly answer: (
    token: Redacted.Redacted,
    answer: { readonly action: AnswerAction; readonly note?: string | undefined }
  ) => Effect.Effect<void, PermissionDenied, CurrentActor>
  /** How the call ended that was let through: what it did not spend after all is no longer counted. */
  readonly settle: (approval_id: ApprovalId, http_status: number) => Effect.Effect<void, never, CurrentActor>
  /**
   * A person decides, as long as the token can be used, also a second time. It is a user of the organization without a
   * client between, who holds the rights of the operation.
   */
  readonly decide: (
    approval_id: ApprovalId,
    decision: { readonly approve: boolean; readonly note?: string | undefined }
  ) => Effect.Effect<Approval, ApprovalNotFound | ApprovalNotOpen | PermissionDenied, CurrentActor>
  /** What a person is asked to decide; not found for those who may not. */
  readonly find: (approval_id: ApprovalId) => Effect.Effect<Approval, ApprovalNotFound, CurrentActor>
  /** For those who may read the organization. */
  readonly get: (
    approval_id: ApprovalId
  ) => Effect.Effect<Approval, AuthorizationError | ApprovalNotFound, CurrentActor>
  readonly list: (
    filter: ApprovalFilter,
    sort: Sort<ApprovalSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Approval>, AuthorizationError, CurrentActor>
}>()("@namewright/core/approvals/Approvals") {}
