import { Context, DateTime, Effect, Layer, Option, type Redacted } from "effect"
import { type AuthorizationError, isPerson, PermissionDenied } from "../access/index.ts"
import { brandedUrl, MailBrands } from "../mail/index.ts"
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

/** Question to the user of a client. */
export interface Challenge {
  readonly approval_id: ApprovalId
  /** Sent back with the same call: as `requestState` if the client asks by a form, otherwise as `confirmationToken`. */
  readonly token: Redacted.Redacted
  /** Medium of the question; always `token` if a person has to approve on the web page. */
  readonly path: ApprovalPath
  readonly expires_on: Instant.Instant
  readonly message: string
  /** Page on which a person approves; null if the client's answer is sufficient. */
  readonly approval_url: string | null
}

/**
 * Reason why a call was not allowed. All but the last mean that the token is invalid for this call, and the challenge
 * is new. With `awaiting_approval` the challenge is unchanged, until a person approves it on the web page.
 */
export type ChallengeReason = "malformed" | Obstacle | "awaiting_approval"

/** Outcome of the use of a token. */
export type Consumption =
  /** The call is allowed once. */
  | { readonly _tag: "Approved"; readonly approval_id: ApprovalId; readonly cost: Money.Money | null }
  | { readonly _tag: "Challenge"; readonly reason: ChallengeReason; readonly challenge: Challenge }
  /** A person has declined on the web page, and can still approve there. */
  | { readonly _tag: "Declined"; readonly approval_id: ApprovalId; readonly note: string | null }

/** Reason why an agent cannot do something, even with an approval. */
export type AgentRefusal = PermissionDenied | AgentSpendingLimit | TooManyApprovals

/**
 * Approvals of all calls by agents that are not reads. The user sees the call, and the token of the question allows
 * exactly this call, once, for `limits.approvalSeconds`. Source: agent endpoint specification, "States and
 * transitions".
 */
export class Approvals extends Context.Service<Approvals, {
  /** Path of the question about an action, for a client that offers `offered`; `token` if the web page decides. */
  readonly pathOf: (action: Action, offered: ApprovalPath) => Effect.Effect<ApprovalPath, never, CurrentActor>
  /** Stores a question and returns it. The caller is a user who calls through a client. */
  readonly challenge: (action: Action, path: ApprovalPath) => Effect.Effect<Challenge, AgentRefusal, CurrentActor>
  /**
   * Allows the action if the token was issued for it, for this caller and for `path`. The token is consumed only if all
   * other conditions hold; of concurrent calls one succeeds. A new challenge has the same `path`.
   */
  readonly consume: (
    token: Redacted.Redacted,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Consumption, AgentRefusal, CurrentActor>
  /**
   * Repeats the question after a lost response: the same one if its token is valid for this call, otherwise a new one.
   */
  readonly repeat: (
    token: Redacted.Redacted,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Challenge, AgentRefusal, CurrentActor>
  /** Stores the answer to the client's form with the note; allows nothing. Invalid tokens are ignored. */
  readonly answer: (
    token: Redacted.Redacted,
    answer: { readonly action: AnswerAction; readonly note?: string | undefined }
  ) => Effect.Effect<void, PermissionDenied, CurrentActor>
  /** Stores the status of the allowed call. An amount that it did not spend is subtracted again. */
  readonly recordStatus: (approval_id: ApprovalId, http_status: number) => Effect.Effect<void, never, CurrentActor>
  /**
   * Stores a person's decision, while the token can be used; it can be changed. The person is a user of the
   * organization who calls directly, with the permissions of the operation.
   */
  readonly decide: (
    approval_id: ApprovalId,
    decision: { readonly approve: boolean; readonly note?: string | undefined }
  ) => Effect.Effect<ApprovalDetails, ApprovalNotFound | ApprovalNotOpen | PermissionDenied, CurrentActor>
  /** The question, for its approving person; not found for other callers. */
  readonly find: (approval_id: ApprovalId) => Effect.Effect<ApprovalDetails, ApprovalNotFound, CurrentActor>
  /** For callers who may read the organization. */
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
      const brands = yield* MailBrands
      const settings = yield* PlatformSettings
      const { approval_pages, sign_in_pages } = settings
      const { lookUp, shownOne, ...reading } = yield* approvalReading

      const record = Effect.fnUntraced(function*(
        id: ApprovalId,
        step: ApprovalStep["step"],
        user_id: string,
        note: string | null = null
      ) {
        yield* store.addStep(id, { step, user_id, note, created_on: yield* Instant.now })
      })

      /** The policy. Fails if agents may not write, or not spend the cost of the action. */
      const policyFor = Effect.fnUntraced(function*(organization: OrganizationId, action: Action) {
        const policy = yield* policies.of(organization)
        if (policy.read_only) {
          return yield* new PermissionDenied({ reason: "The organization allows agents only to read" })
        }
        if (isDecidedOnPage(policy, action) && approval_pages === undefined) {
          return yield* new PermissionDenied({ reason: noPage })
        }
        yield* spending.refuseBeyond(organization, policy, action.cost)
        return policy
      })

      /** URL of the page of an approval; null without pages. Brands have those of the sign-in realm at their own hosts. */
      const pageOf = Effect.fnUntraced(function*(organization: OrganizationId, approval_id: ApprovalId) {
        if (approval_pages === undefined) return null
        const url = `${approval_pages}/${approval_id}`
        if (sign_in_pages === undefined || !url.startsWith(`${sign_in_pages}/`)) return url
        const { hosts } = yield* brands.of(organization)
        return brandedUrl(url, hosts, settings)
      })

      const questionOf = Effect.fnUntraced(function*(
        { approval_id, expires_on, message, organization_id, path }: StoredApproval,
        token: Redacted.Redacted,
        onPage: boolean
      ) {
        const challenge: Challenge = {
          approval_id,
          token,
          path,
          expires_on,
          message,
          approval_url: onPage ? yield* pageOf(organization_id, approval_id) : null
        }
        return challenge
      })

      const ask = Effect.fnUntraced(function*(asker: Asker, action: Action, offered: ApprovalPath, onPage: boolean) {
        const created_on = yield* Instant.now
        const { contents, risky: _risky, ...shown } = action
        const approval_id = yield* newApprovalId
        const page = contents.length === 0 ? null : yield* pageOf(asker.organization_id, approval_id)
        const approval: StoredApproval = {
          ...asker,
          ...shown,
          message: questionText(action, page),
          approval_id,
          path: pathOn(onPage, offered),
          ...undecided,
          created_on,
          expires_on: DateTime.add(created_on, { seconds: limits.approvalSeconds }),
          consumed_on: null,
          http_status: null
        }
        yield* transaction.atomically(Effect.gen(function*() {
          yield* store.lockQuestions(asker)
          if ((yield* store.countOpen(asker, created_on)) >= limits.openApprovals) {
            return yield* new TooManyApprovals({ retry_after: limits.approvalSeconds })
          }
          yield* store.insert(approval, contents)
          yield* record(approval.approval_id, "challenged", asker.user_id)
        }))
        return yield* questionOf(approval, yield* tokenOf(keys, approval), onPage)
      })

      /** The approval of an authentic token; none for any other text. */
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

      /**
       * Consumes an approval and adds its cost to the spending. False if another call has consumed it, or a person has
       * declined.
       */
      const consumeApproval = (approval: StoredApproval, policy: AgentPolicy, onPage: boolean) =>
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
          return {
            _tag: "Challenge",
            reason: "awaiting_approval",
            challenge: yield* questionOf(approval, token, onPage)
          }
        }
        return (yield* consumeApproval(approval, policy, onPage))
          ? { _tag: "Approved", approval_id, cost }
          : "overtaken"
      })

      const consume: Approvals["Service"]["consume"] = Effect.fn("Approvals.consume")(function*(token, action, path) {
        const asker = yield* askerOf(yield* CurrentActor)
        const policy = yield* policyFor(asker.organization_id, action)
        let attempted = yield* attempt(asker, token, action, path, policy)
        // The concurrent change is stored now, and the second attempt sees it.
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
          ? yield* questionOf(found.value, token, onPage)
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
        const kept = keptNote(note)
        yield* transaction.atomically(Effect.gen(function*() {
          if (kept !== null) yield* store.saveNote(approval_id, kept)
          yield* record(approval_id, action, asker.user_id, kept)
        }))
      })

      const recordStatus: Approvals["Service"]["recordStatus"] = Effect.fn("Approvals.recordStatus")(
        function*(approval_id, http_status) {
          const { organization_id } = yield* CurrentActor
          yield* transaction.atomically(Effect.gen(function*() {
            const called = yield* store.recordStatus(organization_id, approval_id, http_status)
            if (Option.isNone(called)) return
            const { consumed_on, cost, user_id } = called.value
            yield* record(approval_id, "ended", user_id)
            if (cost !== null && consumed_on !== null && isRefusal(http_status)) {
              yield* spending.giveBack(organization_id, cost, consumed_on)
            }
          }))
        }
      )

      const decide: Approvals["Service"]["decide"] = Effect.fn("Approvals.decide")(
        function*(approval_id, { approve, note }) {
          const actor = yield* CurrentActor
          if (!isPerson(actor)) {
            return yield* new PermissionDenied({ reason: "Only a person can decide on an approval" })
          }
          const approval = yield* lookUp(actor.organization_id, approval_id)
          const missing = approval.rights.find((right) => !covers(actor.permissions, right))
          if (missing !== undefined) return yield* new PermissionDenied({ permission: missing })
          const decision = approve ? "approved" : "declined"
          const kept = keptNote(note)
          yield* transaction.atomically(Effect.gen(function*() {
            const decided = {
              decision,
              decided_by: actor.principal.id,
              decided_on: yield* Instant.now,
              note: kept
            } as const
            if (!(yield* store.decide(approval_id, decided))) {
              const current = yield* lookUp(actor.organization_id, approval_id)
              return yield* new ApprovalNotOpen({ approval_id, state: stateAt(current, decided.decided_on) })
            }
            yield* record(approval_id, decision, actor.principal.id, kept)
          }))
          return yield* shownOne(yield* lookUp(actor.organization_id, approval_id))
        }
      )

      return Approvals.of({ pathOf, challenge, consume, repeat, answer, recordStatus, decide, ...reading })
    })
  )
}

/** True if a person has to approve the call on the web page. */
const isDecidedOnPage = (
  { require_web_approval, require_web_approval_for_risks }: AgentPolicy,
  { cost, risky }: Action
): boolean => require_web_approval || (require_web_approval_for_risks && (risky || cost !== null))

/** Path of the question; a client's form is not sufficient if the web page decides. */
const pathOn = (onPage: boolean, offered: ApprovalPath): ApprovalPath => onPage ? "token" : offered

const noPage =
  "The organization has such calls approved on a web page, which this installation lacks; a person can change that by require_web_approval_for_risks"

/** Result of one attempt to consume a token; a reason if a new challenge is needed. */
type Attempt = Exclude<ChallengeReason, "awaiting_approval"> | "overtaken" | Consumption

const undecided = { note: null, decision: null, decided_by: null, decided_on: null } as const

/** Text of the question, with the page that shows every line if the question has only their number. */
const questionText = ({ message }: Action, page: string | null): string =>
  [keptText(message, limits.approvalQuestion), ...(page === null ? [] : [`Every line of it: ${page}`])].join("\n")

const keptNote = (note: string | undefined): string | null => note?.trim() ? keptText(note) : null

/** True for refused calls, which have cost nothing. After a server error the outcome is unknown. */
const isRefusal = (http_status: number): boolean => http_status >= 400 && http_status < 500

/** The calling program with its user. Refuses other callers, whose writes need no approval. */
const askerOf = ({ agent, organization_id }: Actor): Effect.Effect<Asker, PermissionDenied> =>
  agent !== undefined
    ? Effect.succeed({
      organization_id,
      user_id: agent.user_id,
      client_id: agent.client_id,
      scopes: [...new Set(agent.scopes)].toSorted()
    })
    : Effect.fail(new PermissionDenied({ reason: "Approvals are only for calls of a user through a client" }))
