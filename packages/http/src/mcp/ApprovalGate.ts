import { authorize, Idempotency, type RecordedAnswer, refuseAgent, requirePerson } from "@namewright/core/access"
import {
  type Action,
  actionHash,
  ActionQuotes,
  ApprovalDeclined,
  type ApprovalPath,
  ApprovalRequired,
  Approvals,
  type Challenge,
  type Consumption
} from "@namewright/core/approvals"
import { JobKinds } from "@namewright/core/jobs"
import { CurrentActor, inputIssue, Instant, limits, type Permission, PlatformSettings } from "@namewright/core/shared"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted, Schema } from "effect"
import { isIdempotent, replayedHeader } from "../shared/Idempotent.ts"
import { type ProblemBody, type ServiceError, toProblem, validationProblem } from "../shared/Problem.ts"
import { holderOf, RateLimiter } from "../shared/RateLimiter.ts"
import { requestHash } from "../shared/requestHash.ts"
import { callIssues } from "./callIssues.ts"
import { commandRights } from "./commandRights.ts"
import { envelope } from "./Envelope.ts"
import {
  type OperationAnswer,
  OperationCalls,
  type OperationInput,
  pathIssues,
  pathOf,
  queryValues
} from "./OperationCalls.ts"
import type { Operation } from "./OperationCatalog.ts"
import { addressOf, approvalMessage, type Prompt, summaryLines } from "./question/approvalMessage.ts"
import { inSchemaOrder } from "./question/inSchemaOrder.ts"
import { plannedChanges } from "./question/plannedChanges.ts"
import { lengthOf, type Told } from "./question/Told.ts"
import { toldBatch } from "./question/toldBatch.ts"
import { toldOf } from "./question/toldOf.ts"
import { withoutSecrets } from "./question/withoutSecrets.ts"
import { isRisky, safetyOf } from "./Safety.ts"
import { answer, type ToolAnswer, ToolRefusal } from "./Tool.ts"
import { ToolCall } from "./ToolCall.ts"
import { untilFree } from "./untilFree.ts"

/** A call that is forwarded only when somebody has approved it. */
export interface GatedCall {
  readonly operation: Operation
  readonly input: OperationInput
  /** What the agent was given when it was asked to call again. */
  readonly confirmationToken: string | undefined
  /** The domains that a selector has found: the approval is for these and no others. */
  readonly domainIds?: ReadonlyArray<string> | undefined
  /** What the prompt says of the call, where the members of its body would not tell much. */
  readonly told?: Told | undefined
}

/**
 * Stands between tools and every operation that is not a read. A call that the interface would refuse is refused here,
 * before anybody is asked; anything else is asked once and forwarded when it comes back approved.
 * Source: MCP specification, "States and transitions".
 */
export class ApprovalGate extends Context.Service<ApprovalGate, {
  readonly pass: (call: GatedCall) => Effect.Effect<ToolAnswer, ToolRefusal, CurrentActor | ToolCall>
  /** The same for a call over REST: the answer of the interface, or the problem that asks for an approval. */
  readonly passOverRest: (call: GatedCall) => Effect.Effect<OperationAnswer, never, CurrentActor>
}>()("@namewright/http/mcp/ApprovalGate") {
  static readonly layer = Layer.effect(
    ApprovalGate,
    Effect.gen(function*() {
      const approvals = yield* Approvals
      const quotes = yield* ActionQuotes
      const kinds = yield* JobKinds
      const operations = yield* OperationCalls
      const limiter = yield* RateLimiter
      const idempotency = yield* Idempotency
      const { approval_pages } = yield* PlatformSettings

      /** What a call sends and changes, as its approver is told. */
      const told = Effect.fnUntraced(function*({ input, operation, told: byTool }: GatedCall) {
        const body = withoutSecrets(inSchemaOrder(operation.endpoint, input.body))
        const planned = yield* Effect.provideService(
          plannedChanges(operation, input, body),
          OperationCalls,
          operations
        )
        if (planned.refusal !== undefined) return yield* Effect.fail(planned.refusal)
        if (byTool !== undefined) return { planned, told: byTool }
        if (operation.rules.write?.risk === "commands") {
          return { planned, told: yield* Effect.mapError(toldBatch(kinds, input.body, body), refusedBy) }
        }
        const { changes, told: ofBody } = toldOf(body, planned.changes)
        return { planned: { ...planned, changes }, told: ofBody }
      })

      /** What is asked, or the answer of the interface where it refuses the call as it is. */
      const considered = Effect.fnUntraced(function*(call: GatedCall, door?: "rest") {
        const { domainIds, input, operation } = call
        const if_match = input.headers?.["if-match"]
        const rights = [...operation.rights, ...commandRights(kinds, operation.rules, input.body)]
        yield* permitted(rights)
        yield* openToPrograms(operation)
        if (jsonLength(input.body) > limits.approvalContents) return yield* Effect.fail(tooLong(input.body))
        const ofAgents = operation.rules.write?.agentIssues?.(input.body, yield* Instant.now) ?? []
        const issues = [...yield* callIssues(operation, input), ...ofAgents]
        if (issues.length > 0) return yield* Effect.fail(answerOf(validationProblem(issues)))
        const { planned, told: said } = yield* told(call)
        const asked = {
          operation_id: operation.operationId,
          path_params: textsOf(input.pathParams ?? {}),
          query: queryValues(input.query ?? {}),
          body: input.body
        }
        const quote = Option.getOrUndefined(yield* Effect.mapError(quotes.quote(asked), refusedBy))
        const hash = yield* Effect.mapError(
          actionHash({
            ...asked,
            organization_context: input.organizationContext ?? null,
            ...(domainIds === undefined ? {} : { domain_ids: domainIds }),
            ...(door === undefined ? {} : { door }),
            ...(if_match === undefined ? {} : { if_match })
          }),
          refusedBy
        )
        const safety = safetyOf(operation.rules, input.body, kinds.command)
        const prompt: Prompt = { operation, input, safety, planned, quote, told: said }
        const message = approvalMessage(prompt)
        const isHidden = message.length > limits.approvalQuestion || (said.needsPage && approval_pages === undefined)
        if (isHidden || lengthOf(said.contents) > limits.approvalContents) {
          return yield* Effect.fail(tooLong(input.body))
        }
        const action: Action = {
          operation_id: operation.operationId,
          action_hash: hash,
          safety,
          risky: isRisky(operation.rules, input, kinds.command),
          rights,
          message,
          cost: quote === undefined ? null : { amount: quote.amount, currency: quote.currency },
          changes: planned.changes,
          summary: summaryLines(prompt),
          contents: said.contents.length === 0 ? [] : [addressOf(operation, input), ...said.contents]
        }
        return action
      })

      const forwarded = Effect.fnUntraced(function*({ input, operation }: GatedCall, approval: Approved) {
        const { approval_id } = approval
        // With the approval's id as its key, a call that is repeated below cannot be paid twice.
        const called = operations.call(operation, {
          ...input,
          idempotencyKey: input.idempotencyKey ?? approval_id,
          paid: true
        })
        const calling = untilFree(operation, called)
        const settled = Effect.onExit(
          calling,
          (exit) => approvals.settle(approval_id, Exit.isSuccess(exit) ? exit.value.httpStatus : 500)
        )
        // The approval is used up, so the call ends even if its client does not wait for it.
        const fiber = yield* Effect.forkDetach(settled)
        return yield* Effect.uninterruptible(Fiber.join(fiber))
      })

      /** Uses an approval up if the caller's bucket has room for the write, which otherwise can be sent again. */
      const consume = Effect.fnUntraced(function*(token: string, action: Action, path: ApprovalPath) {
        const holder = holderOf(yield* CurrentActor)
        yield* limiter.take("write", holder)
        const unused = limiter.giveBack("write", holder)
        const consumed = yield* Effect.tapError(approvals.consume(Redacted.make(token), action, path), () => unused)
        if (consumed._tag !== "Approved") yield* unused
        return consumed
      })

      const decided = Effect.fnUntraced(function*(call: GatedCall, action: Action, consumed: Consumption) {
        switch (consumed._tag) {
          case "Approved":
            return envelope(call.operation, yield* forwarded(call, consumed))
          case "Challenge":
            return question(action, consumed.challenge)
          case "Declined":
            return declined(action, consumed.note)
        }
      })

      /** The client has a form: its user answers there. */
      const byForm = Effect.fnUntraced(function*(call: GatedCall, action: Action) {
        const { approval: answered, requestState } = yield* ToolCall
        if (requestState === undefined) return question(action, yield* approvals.challenge(action, "elicitation"))
        const token = Redacted.make(requestState)
        if (answered === undefined) return question(action, yield* approvals.repeat(token, action, "elicitation"))
        yield* approvals.answer(token, answered)
        return answered.action === "accept"
          ? yield* decided(call, action, yield* consume(requestState, action, "elicitation"))
          : declined(action, null)
      })

      /** Every other client sends the token with the same call again; so does each where a person decides on a page. */
      const byToken = Effect.fnUntraced(function*(call: GatedCall, action: Action) {
        const { confirmationToken } = call
        return confirmationToken === undefined
          ? question(action, yield* approvals.challenge(action, "token"))
          : yield* decided(call, action, yield* consume(confirmationToken, action, "token"))
      })

      const asked = Effect.fnUntraced(function*(call: GatedCall, action: Action, elicits: boolean) {
        const path = yield* approvals.pathOf(action, elicits ? "elicitation" : "token")
        return yield* (path === "elicitation" ? byForm : byToken)(call, action)
      })

      const pass = Effect.fn("ApprovalGate.pass")(function*(call: GatedCall) {
        const { elicits, readOnly } = yield* ToolCall
        if (readOnly) return yield* new ToolRefusal({ message: "This endpoint only reads; writing is at /mcp" })
        return yield* considered(call).pipe(
          Effect.flatMap((action) => Effect.mapError(asked(call, action, elicits), refusedBy)),
          Effect.catch((refused) => Effect.succeed(envelope(call.operation, refused)))
        )
      })

      const decidedOverRest = Effect.fnUntraced(function*(call: GatedCall, action: Action) {
        const { confirmationToken } = call
        if (confirmationToken === undefined) return required(action, yield* approvals.challenge(action, "token"))
        const consumed = yield* consume(confirmationToken, action, "token")
        switch (consumed._tag) {
          case "Approved":
            return yield* forwarded(call, consumed)
          case "Challenge":
            return required(action, consumed.challenge)
          case "Declined":
            return refusedBy(new ApprovalDeclined({ approval_id: consumed.approval_id, note: consumed.note }))
        }
      })

      /** The stored answer to a request with a key that was carried out before. */
      const answeredBefore = Effect.fnUntraced(function*({ input, operation }: GatedCall) {
        const { idempotencyKey: key } = input
        if (key === undefined || !isIdempotent(operation.endpoint) || pathIssues(operation, input).length > 0) {
          return Option.none<OperationAnswer>()
        }
        const text = input.body === undefined ? "" : JSON.stringify(input.body)
        const hash = yield* requestHash(yield* CurrentActor, operation.method, pathOf(operation, input), text)
        return Option.map(yield* idempotency.answered(key, hash), replayedAnswer)
      })

      const decidedOnce = Effect.fnUntraced(function*(call: GatedCall) {
        const before = yield* Effect.mapError(answeredBefore(call), refusedBy)
        if (Option.isSome(before)) return before.value
        const action = yield* considered(call, "rest")
        return yield* Effect.mapError(decidedOverRest(call, action), refusedBy)
      })

      const passOverRest = Effect.fn("ApprovalGate.passOverRest")((call: GatedCall) =>
        decidedOnce(call).pipe(
          Effect.catch(Effect.succeed)
        )
      )

      return ApprovalGate.of({ pass, passOverRest })
    })
  )
}

const replayedAnswer = ({ body, content_type, status: httpStatus }: RecordedAnswer): OperationAnswer => ({
  httpStatus,
  data: content_type === null ? null : body,
  headers: { ...replayedHeader, ...(content_type === null ? {} : { "content-type": content_type }) }
})

const jsonLength = (value: unknown): number => (JSON.stringify(value) ?? "").length

/** Nobody is asked about more than they can be shown. */
const tooLong = (body: unknown): OperationAnswer => {
  const msg = "The call says more than its user can be shown in one question; make several smaller calls"
  return answerOf(validationProblem([inputIssue(["body"], "too_long", msg, jsonLength(body))]))
}

type Approved = Extract<Consumption, { readonly _tag: "Approved" }>

/** Fails with the answer that the interface would give to somebody who lacks a right. */
const permitted = ([first, ...others]: ReadonlyArray<Permission>) =>
  first === undefined ? Effect.void : Effect.mapError(Effect.asVoid(authorize(first, ...others)), refusedBy)

/** Operations of people only, which no approval lets a program call. The refusal is that of the service. */
const openToPrograms = ({ rules: { caller } }: Operation) =>
  Effect.flatMap(CurrentActor, (actor) => {
    const refused = caller === "person"
      ? requirePerson(actor)
      : caller === "notAgent"
      ? refuseAgent(actor)
      : Effect.void
    return Effect.mapError(refused, refusedBy)
  })

const answerOf = (problem: ProblemBody): OperationAnswer => ({ httpStatus: problem.status, data: problem, headers: {} })

const refusedBy = (error: ServiceError): OperationAnswer => answerOf(toProblem(error))

const textsOf = (params: Readonly<Record<string, string | number>>) =>
  Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)]))

const question = (action: Action, challenge: Challenge): ToolAnswer =>
  challenge.path === "elicitation"
    ? { _tag: "AskApproval", message: challenge.message, requestState: Redacted.value(challenge.token) }
    : answer({
      status: "confirmation_required",
      operationId: action.operation_id,
      message: challenge.approval_url === null
        ? `${challenge.message}\nAsk the user. If they agree, repeat the identical call with confirmationToken.`
        : `${challenge.message}\nThe user has to approve at ${challenge.approval_url}. Then repeat the identical call with confirmationToken.`,
      confirmationToken: Redacted.value(challenge.token),
      expiresAt: writtenInstant(challenge.expires_on),
      safety: action.safety,
      ...(challenge.approval_url === null ? {} : { approvalUrl: challenge.approval_url })
    })

/** The question as a problem of the REST interface. */
const required = ({ operation_id, safety }: Action, challenge: Challenge): OperationAnswer =>
  refusedBy(
    new ApprovalRequired({
      approval_id: challenge.approval_id,
      operation_id,
      question: challenge.message,
      safety,
      confirmation_token: Redacted.value(challenge.token),
      expires_at: writtenInstant(challenge.expires_on),
      approval_url: challenge.approval_url
    })
  )

const declined = ({ operation_id }: Action, note: string | null): ToolAnswer =>
  answer({
    status: "declined",
    operationId: operation_id,
    message: `The user did not approve; nothing was changed.${note === null ? "" : ` Their note: ${note}`}`
  })

const writtenInstant = Schema.encodeSync(Instant.Instant)
