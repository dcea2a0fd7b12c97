import { type Action, Approvals, type Challenge, type Consumption } from "@namewright/core/approvals"
import { type CurrentActor, Instant } from "@namewright/core/shared"
import { Context, Effect, Layer, Redacted } from "effect"
import { type ApprovableCall, ApprovedCalls, withKeptPrices } from "../approvals/ApprovedCalls.ts"
import { refusedAnswer } from "../approvals/problemAnswer.ts"
import { envelope } from "./Envelope.ts"
import { answer, type ToolAnswer, ToolRefusal } from "./Tool.ts"
import { ToolCall } from "./ToolCall.ts"

/** Writes by tools. The client's user approves each of them first. */
export class ToolApprovals extends Context.Service<ToolApprovals, {
  readonly call: (call: ApprovableCall) => Effect.Effect<ToolAnswer, ToolRefusal, CurrentActor | ToolCall>
}>()("@namewright/http/mcp/ToolApprovals") {
  static readonly layer = Layer.effect(
    ToolApprovals,
    Effect.gen(function*() {
      const approvals = yield* Approvals
      const { actionOf, consume, forward } = yield* ApprovedCalls

      const decided = Effect.fnUntraced(function*(call: ApprovableCall, action: Action, consumed: Consumption) {
        switch (consumed._tag) {
          case "Approved":
            return envelope(call.operation, yield* forward(call, consumed))
          case "Challenge":
            return question(action, consumed.challenge)
          case "Declined":
            return declined(action, consumed.note)
        }
      })

      /** Approval by a form of the client. */
      const byForm = Effect.fnUntraced(function*(call: ApprovableCall, action: Action) {
        const { approval: response, requestState } = yield* ToolCall
        if (requestState === undefined) return question(action, yield* approvals.challenge(action, "elicitation"))
        const token = Redacted.make(requestState)
        if (response === undefined) return question(action, yield* approvals.repeat(token, action, "elicitation"))
        yield* approvals.answer(token, response)
        return response.action === "accept"
          ? yield* decided(call, action, yield* consume(requestState, action, "elicitation"))
          : declined(action, null)
      })

      /** Approval by a repeated call with the token, for clients without forms, and for decisions on the web page. */
      const byToken = Effect.fnUntraced(function*(call: ApprovableCall, action: Action) {
        const { confirmationToken } = call
        return confirmationToken === undefined
          ? question(action, yield* approvals.challenge(action, "token"))
          : yield* decided(call, action, yield* consume(confirmationToken, action, "token"))
      })

      const approved = Effect.fnUntraced(function*(call: ApprovableCall, action: Action, elicits: boolean) {
        const path = yield* approvals.pathOf(action, elicits ? "elicitation" : "token")
        return yield* (path === "elicitation" ? byForm : byToken)(call, action)
      })

      const call = Effect.fn("ToolApprovals.call")(function*(approvable: ApprovableCall) {
        const { elicits, readOnly } = yield* ToolCall
        if (readOnly) return yield* new ToolRefusal({ message: "This endpoint is read-only; use /mcp for writes" })
        return yield* actionOf(approvable).pipe(
          Effect.flatMap((action) => Effect.mapError(approved(approvable, action, elicits), refusedAnswer)),
          Effect.catch((refused) => Effect.succeed(envelope(approvable.operation, refused)))
        )
      }, withKeptPrices)

      return ToolApprovals.of({ call })
    })
  ).pipe(Layer.provide(ApprovedCalls.layer))
}

const question = (action: Action, challenge: Challenge): ToolAnswer =>
  challenge.path === "elicitation"
    ? { _tag: "AskApproval", message: challenge.message, requestState: Redacted.value(challenge.token) }
    : answer({
      status: "confirmation_required",
      operationId: action.operation_id,
      message: challenge.approval_url === null
        ? `${challenge.message}\nAsk the user. If they agree, repeat the identical call with confirmationToken.`
        : `${challenge.message}\nThe user must approve at ${challenge.approval_url}. Then repeat the identical call with confirmationToken.`,
      confirmationToken: Redacted.value(challenge.token),
      expiresAt: Instant.format(challenge.expires_on),
      safety: action.safety,
      ...(challenge.approval_url === null ? {} : { approvalUrl: challenge.approval_url })
    })

const declined = ({ operation_id }: Action, note: string | null): ToolAnswer =>
  answer({
    status: "declined",
    operationId: operation_id,
    message: `The user did not approve; nothing was changed.${note === null ? "" : ` Their note: ${note}`}`
  })
