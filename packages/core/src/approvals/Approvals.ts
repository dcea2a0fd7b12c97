import { Context, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import { type AuthorizationError, isPerson, PermissionDenied } from "../access/index.ts"
import {
  type Actor,
  covers,
  CurrentActor,
  Instant,
  limits,
  type Money,
  type OrganizationId,
  type Page,
  type PageRequest,
  PlatformSettings,
  type Sort,
  Transaction
} from "../shared/index.ts"
import { AgentPolicies } from "./AgentPolicies.ts"
import { AgentSpending } from "./AgentSpending.ts"
import {
  type Action,
  type AgentPolicy,
  type AnswerAction,
  type Approval,
  type ApprovalDetails,
  type ApprovalFilter,
  type ApprovalId,
  type ApprovalPath,
  type ApprovalSortField,
  type ApprovalStep,
  keptText,
  newApprovalId
} from "./Approval.ts"
import { type AgentSpendingLimit, type ApprovalNotFound, ApprovalNotOpen, TooManyApprovals } from "./ApprovalError.ts"
import { ApprovalKeys } from "./ApprovalKeys.ts"
import { approvalReading } from "./approvalReading.ts"
import { type Asker, isSameAsker, type Obstacle, obstacleTo, stateAt } from "./ApprovalState.ts"
import { ApprovalStore, type StoredApproval } from "./ApprovalStore.ts"
import { isAuthentic, readToken, tokenOf } from "./ApprovalToken.ts"

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
export type ChallengeReason = "malformed" | Obstacle | "awaiting_approval"

/** What a token did for a call. */
export type Consumption =
  /** The call may be made, once. */
  | { readonly _tag: "Approved"; readonly approval_id: ApprovalId; readonly cost: Money.Money | null }
  | { readonly _tag: "Challenge"; readonly reason: ChallengeReason; readonly challenge: Challenge }
  /** A person has declined on the web page, and can still approve there. */
  | { readonly _tag: "Declined"; readonly approval_id: ApprovalId; readonly note: string | null }

/** Why no approval can let an agent do something. */
export type AgentRefusal = PermissionDenied | AgentSpendingLimit | TooManyApprovals

/**
 * The gate between agents and everything that is not a read. What an agent wants to do is shown to its user; the token
 * of the question lets exactly that through, once, for some minutes. Source: agent endpoint specification, "States and
 * transitions".
 */
export class Approvals extends Context.Service<Approvals, {
  /** The path of a question about an action to a client that offers `offered`; `token` where the web page decides. */
  readonly pathOf: (action: Action, offered: ApprovalPath) => Effect.Effect<ApprovalPath, never, CurrentActor>
  /** Asks. The caller is a user who works through a client. */
  readonly challenge: (action: Action, path: ApprovalPath) => Effect.Effect<Challenge, AgentRefusal, CurrentActor>
  /**
   * Lets the action through if the token was made for it, for this caller and for `path`. The token is used up only if
   * everything else holds; of several calls at the same time one goes through. A new challenge follows `path` as well.
   */
  readonly consume: (
    token: Redacted.Redacted,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Consumption, AgentRefusal, CurrentActor>
  /** Asks again after a lost answer: the same question while its token is good for this call, otherwise a new one. */
  readonly repeat: (
    token: Redacted.Redacted,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Challenge, AgentRefusal, CurrentActor>
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
  ) => Effect.Effect<ApprovalDetails, ApprovalNotFound | ApprovalNotOpen | PermissionDenied, CurrentActor>
  /** The question for a person; not found for everybody else. */
  readonly find: (approval_id: ApprovalId) => Effect.Effect<ApprovalDetails, ApprovalNotFound, CurrentActor>
  /** For those who may read the organization. */
  readonly get: (
    approval_id: ApprovalId
  ) => Effect.Effect<ApprovalDetails, AuthorizationError | ApprovalNotFound, CurrentActor>
  readonly list: (
    filter: ApprovalFilter,
    sort: Sort<ApprovalSortField>,
    page: PageRequest
  ) => Effect.Effect<Page<Approval>, AuthorizationError, CurrentActor>
}>()("@namewright/core/approvals/Approvals") {
  static readonly layer = Layer.effect(
    Approvals,
    Effect.gen(function*() {
      const store = yield* ApprovalStore
      const keys = yield* ApprovalKeys
      const policies = yield* AgentPolicies
      const spending = yield* AgentSpending
      const transaction = yield* Transaction
      const { approval_pages } = yield* PlatformSettings
      const { lookUp, shownOne, ...reading } = yield* approvalReading

      const record = Effect.fnUntraced(function*(
        id: ApprovalId,
        step: ApprovalStep["step"],
        user_id: string,
        note: string | null = null
      ) {
        yield* store.addStep(id, { step, user_id, note, created_on: yield* Instant.now })
      })

      /** The policy that lets agents write at all, and spend what this costs. */
      const policyFor = Effect.fnUntraced(function*(organization: OrganizationId, action: Action) {
        const policy = yield* policies.of(organization)
        if (policy.read_only) {
          return yield* new PermissionDenied({ reason: "The organization lets agents read only" })
        }
        if (isDecidedOnPage(policy, action) && approval_pages === undefined) {
          return yield* new PermissionDenied({ reason: noPage })
        }
        yield* spending.refuseBeyond(organization, policy, action.cost)
        return policy
      })

      const questionOf = (
        { approval_id, expires_on, message, path }: StoredApproval,
        token: Redacted.Redacted,
        onPage: boolean
      ): Challenge => ({
        approval_id,
        token,
        path,
        expires_on,
        message,
        approval_url: onPage ? pageOf(approval_pages, approval_id) : null
      })

      const ask = Effect.fnUntraced(function*(asker: Asker, action: Action, offered: ApprovalPath, onPage: boolean) {
        const created_on = yield* Instant.now
        if ((yield* store.countOpen(asker, created_on)) >= limits.openApprovals) {
          return yield* new TooManyApprovals({ retry_after: limits.approvalSeconds })
        }
        const { contents, risky: _risky, ...told } = action
        const approval_id = yield* newApprovalId
        const approval: StoredApproval = {
          ...asker,
          ...told,
          message: questionText(action, pageOf(approval_pages, approval_id)),
          approval_id,
          path: pathOn(onPage, offered),
          ...undecided,
          created_on,
          expires_on: DateTime.add(created_on, { seconds: limits.approvalSeconds }),
          consumed_on: null,
          http_status: null
        }
        yield* transaction.atomically(
          Effect.andThen(store.insert(approval, contents), record(approval.approval_id, "challenged", asker.user_id))
        )
        return questionOf(approval, yield* tokenOf(keys, approval), onPage)
      })

      /** The approval that a token was made for; none for every other text. */
      const approvalOf = Effect.fnUntraced(function*(token: Redacted.Redacted) {
        const read = readToken(token)
        if (Option.isNone(read)) return Option.none<StoredApproval>()
        const found = yield* store.find(read.value.approval_id)
        if (Option.isNone(found)) return found
        return (yield* isAuthentic(keys, found.value, read.value.code)) ? found : Option.none()
      })

      const challenge: Approvals["Service"]["challenge"] = Effect.fn("Approvals.challenge")(function*(action, path) {
        const asker = yield* askerOf(yield* CurrentActor)
        const policy = yield* policyFor(asker.organization_id, action)
        return yield* ask(asker, action, path, isDecidedOnPage(policy, action))
      })

      /** Uses an approval up, with the money that it costs; false if another call was faster, or a person declined. */
      const useUp = (approval: StoredApproval, policy: AgentPolicy, onPage: boolean) =>
        transaction.atomically(Effect.gen(function*() {
          const now = yield* Instant.now
          if (!(yield* store.consume(approval.approval_id, now, onPage))) return false
          yield* spending.book(approval.organization_id, policy, approval.cost, now)
          yield* record(approval.approval_id, "consumed", approval.user_id)
          return true
        }))

      const attempt = Effect.fnUntraced(function*(
        asker: Asker,
        token: Redacted.Redacted,
        action: Action,
        path: ApprovalPath,
        policy: AgentPolicy
      ): Effect.fn.Return<Attempt, AgentSpendingLimit> {
        const found = yield* approvalOf(token)
        if (Option.isNone(found)) return "malformed"
        const approval = found.value
        const onPage = isDecidedOnPage(policy, action)
        const { approval_id, cost, decision, note } = approval
        const obstacle = obstacleTo(approval, action, asker, pathOn(onPage, path), yield* Instant.now)
        if (obstacle !== undefined) return obstacle
        if (decision === "declined") return { _tag: "Declined", approval_id, note }
        if (onPage && decision === null) {
          return { _tag: "Challenge", reason: "awaiting_approval", challenge: questionOf(approval, token, onPage) }
        }
        return (yield* useUp(approval, policy, onPage)) ? { _tag: "Approved", approval_id, cost } : "overtaken"
      })

      const consume: Approvals["Service"]["consume"] = Effect.fn("Approvals.consume")(function*(token, action, path) {
        const asker = yield* askerOf(yield* CurrentActor)
        const policy = yield* policyFor(asker.organization_id, action)
        let attempted = yield* attempt(asker, token, action, path, policy)
        // What has overtaken this call is stored by now; whatever it is, it stays.
        if (attempted === "overtaken") attempted = yield* attempt(asker, token, action, path, policy)
        if (typeof attempted !== "string") return attempted
        const reason = attempted === "overtaken" ? "consumed" : attempted
        yield* Effect.logInfo("An approval token was of no use", { reason, operation_id: action.operation_id })
        return {
          _tag: "Challenge",
          reason,
          challenge: yield* ask(asker, action, path, isDecidedOnPage(policy, action))
        }
      })

      const repeat: Approvals["Service"]["repeat"] = Effect.fn("Approvals.repeat")(function*(token, action, path) {
        const asker = yield* askerOf(yield* CurrentActor)
        const policy = yield* policyFor(asker.organization_id, action)
        const onPage = isDecidedOnPage(policy, action)
        const found = yield* approvalOf(token)
        const now = yield* Instant.now
        return Option.isSome(found) && obstacleTo(found.value, action, asker, pathOn(onPage, path), now) === undefined
          ? questionOf(found.value, token, onPage)
          : yield* ask(asker, action, path, onPage)
      })

      const pathOf: Approvals["Service"]["pathOf"] = Effect.fn("Approvals.pathOf")(function*(action, offered) {
        const { organization_id } = yield* CurrentActor
        return pathOn(isDecidedOnPage(yield* policies.of(organization_id), action), offered)
      })

      const answer: Approvals["Service"]["answer"] = Effect.fn("Approvals.answer")(function*(token, { action, note }) {
        const asker = yield* askerOf(yield* CurrentActor)
        const found = yield* approvalOf(token)
        if (Option.isNone(found) || !isSameAsker(found.value, asker)) return
        const { approval_id } = found.value
        if (stateAt(found.value, yield* Instant.now) !== "challenged") return
        const said = keptNote(note)
        yield* transaction.atomically(Effect.gen(function*() {
          if (said !== null) yield* store.saveNote(approval_id, said)
          yield* record(approval_id, action, asker.user_id, said)
        }))
      })

      const settle: Approvals["Service"]["settle"] = Effect.fn("Approvals.settle")(function*(approval_id, http_status) {
        const { organization_id } = yield* CurrentActor
        yield* transaction.atomically(Effect.gen(function*() {
          const settled = yield* store.settle(organization_id, approval_id, http_status)
          if (Option.isNone(settled)) return
          const { consumed_on, cost, user_id } = settled.value
          yield* record(approval_id, "ended", user_id)
          if (cost !== null && consumed_on !== null && isRefusal(http_status)) {
            yield* spending.giveBack(organization_id, cost, consumed_on)
          }
        }))
      })

      const decide: Approvals["Service"]["decide"] = Effect.fn("Approvals.decide")(
        function*(approval_id, { approve, note }) {
          const actor = yield* CurrentActor
          if (!isPerson(actor)) return yield* new PermissionDenied({ reason: "Only a person decides on an approval" })
          const approval = yield* lookUp(actor.organization_id, approval_id)
          const missing = approval.rights.find((right) => !covers(actor.permissions, right))
          if (missing !== undefined) return yield* new PermissionDenied({ permission: missing })
          const decision = approve ? "approved" : "declined"
          const said = keptNote(note)
          yield* transaction.atomically(Effect.gen(function*() {
            const decided = {
              decision,
              decided_by: actor.principal.id,
              decided_on: yield* Instant.now,
              note: said
            } as const
            if (!(yield* store.decide(approval_id, decided))) {
              const current = yield* lookUp(actor.organization_id, approval_id)
              return yield* new ApprovalNotOpen({ approval_id, state: stateAt(current, decided.decided_on) })
            }
            yield* record(approval_id, decision, actor.principal.id, said)
          }))
          return yield* shownOne(yield* lookUp(actor.organization_id, approval_id))
        }
      )

      return Approvals.of({ pathOf, challenge, consume, repeat, answer, settle, decide, ...reading })
    })
  )
}

/** True if a person has to approve the call on the web page. */
const isDecidedOnPage = (
  { require_web_approval, require_web_approval_for_risks }: AgentPolicy,
  { cost, risky }: Action
): boolean => require_web_approval || (require_web_approval_for_risks && (risky || cost !== null))

/** A client's own form is no use where a person has to approve on the web page. */
const pathOn = (onPage: boolean, offered: ApprovalPath): ApprovalPath => onPage ? "token" : offered

const noPage =
  "The organization has such calls approved on a web page, which this installation lacks; a person can change that by require_web_approval_for_risks"

/** Result of one attempt to consume a token; the reason alone where a new challenge is needed. */
type Attempt = Exclude<ChallengeReason, "awaiting_approval"> | "overtaken" | Consumption

const undecided = { note: null, decision: null, decided_by: null, decided_on: null } as const

/** The address at which a person finds an approval; null where no pages exist. */
const pageOf = (pages: string | undefined, approval_id: ApprovalId): string | null =>
  pages === undefined ? null : `${pages}/${approval_id}`

/** A question that counts what is sent leads to the page that shows all of it. */
const questionText = ({ contents, message }: Action, page: string | null): string =>
  [
    keptText(message, limits.approvalQuestion),
    ...(contents.length === 0 || page === null ? [] : [`Every line of it: ${page}`])
  ].join("\n")

const keptNote = (note: string | undefined): string | null => note?.trim() ? keptText(note) : null

/** Calls that were refused have cost nothing; what became of one that ended in a fault is not known. */
const isRefusal = (http_status: number): boolean => http_status >= 400 && http_status < 500

/** The program that asks, and its person; writes of others need no approval. */
const askerOf = ({ agent, organization_id }: Actor): Effect.Effect<Asker, PermissionDenied> =>
  agent !== undefined
    ? Effect.succeed({
      organization_id,
      user_id: agent.user_id,
      client_id: agent.client_id,
      scopes: [...new Set(agent.scopes)].toSorted()
    })
    : Effect.fail(new PermissionDenied({ reason: "Approvals are for what a user does through a client" }))
