import { authorizeWithinScope, refuseAgent, refuseUnenforced, requirePerson } from "@namewright/core/access"
import {
  type Action,
  actionHash,
  ActionQuotes,
  type ApprovalPath,
  Approvals,
  type Consumption
} from "@namewright/core/approvals"
import { KeptHostPrices } from "@namewright/core/billing"
import { JobKinds } from "@namewright/core/jobs"
import {
  CurrentActor,
  inputIssue,
  Instant,
  limits,
  type Money,
  type Permission,
  PlatformSettings
} from "@namewright/core/shared"
import { Context, Effect, Exit, Fiber, Layer, Option, Redacted } from "effect"
import { commandRights } from "../jobs/commandRights.ts"
import { type OperationAnswer, OperationCalls, type OperationInput, queryValues } from "../platform/OperationCalls.ts"
import type { Operation } from "../platform/OperationCatalog.ts"
import { validationProblem } from "../shared/Problem.ts"
import { holderOf, type RateLimited, RateLimiter } from "../shared/RateLimiter.ts"
import { callIssues, pathParamTexts } from "./callIssues.ts"
import { problemAnswer, refusedAnswer } from "./problemAnswer.ts"
import { addressOf, approvalMessage, type Prompt, summaryLines } from "./question/approvalMessage.ts"
import { batchText } from "./question/batchText.ts"
import { bodyText } from "./question/bodyText.ts"
import { type CallText, lengthOf } from "./question/CallText.ts"
import { inSchemaOrder } from "./question/inSchemaOrder.ts"
import { plannedChanges } from "./question/plannedChanges.ts"
import { withoutSecrets } from "./question/withoutSecrets.ts"
import { repeatWhileBusy } from "./repeatWhileBusy.ts"
import { isRisky, safetyOf } from "./Safety.ts"

/** A call that is forwarded only after its approval. */
export interface ApprovableCall {
  readonly operation: Operation
  readonly input: OperationInput
  /** Token of an earlier response that required an approval. */
  readonly confirmationToken: string | undefined
  /** Domains that a selector matched. The approval is for these domains only. */
  readonly domainIds?: ReadonlyArray<string> | undefined
  /** Text for the approver, if the members of the body are not informative. */
  readonly text?: CallText | undefined
}

/** Keeps the prices of the host while a call is handled, so that its order costs what its approver was shown. */
export const withKeptPrices = Effect.provideServiceEffect(
  KeptHostPrices,
  Effect.sync(() => new Map<string, Option.Option<Money.MinorUnits>>())
)

export type Approved = Extract<Consumption, { readonly _tag: "Approved" }>

/**
 * Writes that need an approval, by tools or over REST. A call that the interface would refuse is refused before a
 * person is asked. Source: MCP specification, "States and transitions".
 */
export class ApprovedCalls extends Context.Service<ApprovedCalls, {
  /** The action to approve. Fails with the response of the interface if it would refuse the call. */
  readonly actionOf: (call: ApprovableCall, protocol?: "rest") => Effect.Effect<Action, OperationAnswer, CurrentActor>
  /**
   * Consumes an approval. First charges a write to the caller's rate limit, so that a rate-limited call can be sent
   * again.
   */
  readonly consume: (
    token: string,
    action: Action,
    path: ApprovalPath
  ) => Effect.Effect<Consumption, ConsumeError, CurrentActor>
  /** Forwards a call whose approval was consumed, and stores its outcome with the approval. */
  readonly forward: (call: ApprovableCall, approval: Approved) => Effect.Effect<OperationAnswer, never, CurrentActor>
}>()("@namewright/http/approvals/ApprovedCalls") {
  static readonly layer = Layer.effect(
    ApprovedCalls,
    Effect.gen(function*() {
      const approvals = yield* Approvals
      const quotes = yield* ActionQuotes
      const kinds = yield* JobKinds
      const operations = yield* OperationCalls
      const limiter = yield* RateLimiter
      const { approval_pages } = yield* PlatformSettings

      /** Text about the contents and changes of a call. */
      const describe = Effect.fnUntraced(function*({ input, operation, text: byTool }: ApprovableCall) {
        const body = withoutSecrets(inSchemaOrder(operation.endpoint, input.body))
        const planned = yield* Effect.provideService(
          plannedChanges(operation, input, body),
          OperationCalls,
          operations
        )
        if (planned.refusal !== undefined) return yield* Effect.fail(planned.refusal)
        if (byTool !== undefined) return { planned, text: byTool }
        if (operation.rules.write?.risk === "commands") {
          return { planned, text: yield* Effect.mapError(batchText(kinds, input.body, body), refusedAnswer) }
        }
        const { changes, text } = bodyText(body, planned.changes)
        return { planned: { ...planned, changes }, text }
      })

      const actionOf = Effect.fn("ApprovedCalls.actionOf")(function*(call: ApprovableCall, protocol?: "rest") {
        const { input, operation } = call
        const rights = [...operation.rights, ...commandRights(kinds, operation.rules, input.body)]
        yield* permitted(rights)
        yield* openToCaller(operation)
        yield* refuseInvalid(call)
        const { planned, text } = yield* describe(call)
        const request = {
          operation_id: operation.operationId,
          path_params: pathParamTexts(input.pathParams ?? {}),
          query: queryValues(input.query ?? {}),
          body: input.body
        }
        const quote = Option.getOrUndefined(yield* Effect.mapError(quotes.quote(request), refusedAnswer))
        const action_hash = yield* Effect.mapError(
          actionHash({ ...request, ...conditionsOf(call, protocol) }),
          refusedAnswer
        )
        const safety = safetyOf(operation.rules, input.body, kinds.command)
        const prompt: Prompt = { operation, input, safety, planned, quote, text }
        const message = approvalMessage(prompt)
        const isHidden = message.length > limits.approvalQuestion || (text.needsPage && approval_pages === undefined)
        if (isHidden || lengthOf(text.contents) > limits.approvalContents) {
          return yield* Effect.fail(tooLong(input.body))
        }
        const action: Action = {
          operation_id: operation.operationId,
          action_hash,
          safety,
          risky: isRisky(operation.rules, input, kinds.command),
          rights,
          message,
          cost: quote === undefined ? null : { amount: quote.amount, currency: quote.currency },
          changes: planned.changes,
          summary: summaryLines(prompt),
          contents: text.contents.length === 0 ? [] : [addressOf(operation, input), ...text.contents]
        }
        return action
      })

      const forward = Effect.fn("ApprovedCalls.forward")(
        function*({ input, operation }: ApprovableCall, approval: Approved) {
          const { approval_id } = approval
          // The approval's id is the idempotency key, so that a repeated call is not charged twice.
          const answer = operations.call(operation, {
            ...input,
            idempotencyKey: input.idempotencyKey ?? approval_id,
            isMetered: true
          })
          const recorded = Effect.onExit(
            repeatWhileBusy(operation, answer),
            (exit) => approvals.recordStatus(approval_id, Exit.isSuccess(exit) ? exit.value.httpStatus : 500)
          )
          // The approval is consumed, so the call completes even if its client disconnects.
          const fiber = yield* Effect.forkDetach(recorded)
          return yield* Effect.uninterruptible(Fiber.join(fiber))
        }
      )

      const consume = Effect.fn("ApprovedCalls.consume")(function*(token: string, action: Action, path: ApprovalPath) {
        const holder = holderOf(yield* CurrentActor)
        yield* limiter.take("write", holder)
        const unused = limiter.giveBack("write", holder)
        const consumed = yield* Effect.tapError(approvals.consume(Redacted.make(token), action, path), () => unused)
        if (consumed._tag !== "Approved") yield* unused
        return consumed
      })

      return ApprovedCalls.of({ actionOf, consume, forward })
    })
  )
}

type ConsumeError =
  | RateLimited
  | Effect.Error<ReturnType<Approvals["Service"]["consume"]>>

/** Refuses a body that is too long for one question, and invalid input. */
const refuseInvalid = Effect.fnUntraced(function*({ input, operation }: ApprovableCall) {
  if (jsonLength(input.body) > limits.approvalContents) return yield* Effect.fail(tooLong(input.body))
  const ofAgents = operation.rules.write?.agentIssues?.(input.body, yield* Instant.now) ?? []
  const issues = [...yield* callIssues(operation, input), ...ofAgents]
  if (issues.length > 0) return yield* Effect.fail(problemAnswer(validationProblem(issues)))
})

/** Members of the hash of a call besides the request; an approval is for these values only. */
const conditionsOf = ({ domainIds, input }: ApprovableCall, protocol: "rest" | undefined) => {
  const if_match = input.headers?.["if-match"]
  return {
    organization_context: input.organizationContext ?? null,
    ...(domainIds === undefined ? {} : { domain_ids: domainIds }),
    ...(protocol === undefined ? {} : { protocol }),
    ...(if_match === undefined ? {} : { if_match })
  }
}

const jsonLength = (value: unknown): number => (JSON.stringify(value) ?? "").length

/** Refusal of a call that is too long for one question. */
const tooLong = (body: unknown): OperationAnswer => {
  const msg = "The call is too long to be shown to its user in one question; make several smaller calls"
  return problemAnswer(validationProblem([inputIssue(["body"], "too_long", msg, jsonLength(body))]))
}

/** Fails with the response of the interface to a caller without one of the rights. */
const permitted = ([first, ...others]: ReadonlyArray<Permission>) =>
  first === undefined
    ? Effect.void
    : Effect.mapError(Effect.asVoid(authorizeWithinScope(first, ...others)), refusedAnswer)

/**
 * Refuses, with the errors of the services, operations that do not enforce the restrictions of the key, and operations for
 * people only, which no approval permits to programs.
 */
const openToCaller = Effect.fnUntraced(
  function*({ rules: { caller, enforcesScope } }: Operation) {
    const actor = yield* CurrentActor
    yield* refuseUnenforced(actor, enforcesScope)
    if (caller === "person") yield* requirePerson(actor)
    if (caller === "notAgent") yield* refuseAgent(actor)
  },
  Effect.mapError(refusedAnswer)
)
