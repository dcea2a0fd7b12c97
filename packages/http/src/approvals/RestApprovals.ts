import { Idempotency, type RecordedAnswer } from "@namewright/core/access"
import { type Action, ApprovalDeclined, ApprovalRequired, Approvals, type Challenge } from "@namewright/core/approvals"
import { CurrentActor, Instant } from "@namewright/core/shared"
import { Effect, Layer, Option, Redacted } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { contextHeader } from "../billing/BillingApi.ts"
import { type OperationAnswer, OperationCalls, pathIssues, urlPathOf } from "../platform/OperationCalls.ts"
import { operationNamed } from "../platform/OperationCatalog.ts"
import { isIdempotent, replayedHeader } from "../shared/Idempotent.ts"
import { isTooComplex } from "../shared/isTooComplex.ts"
import { problemResponse, validationProblem } from "../shared/Problem.ts"
import { requestHash } from "../shared/requestHash.ts"
import { RestApprovals } from "../shared/RestApprovals.ts"
import { sentText } from "../shared/sentText.ts"
import { type ApprovableCall, ApprovedCalls, withKeptPrices } from "./ApprovedCalls.ts"
import { readsContext } from "./callIssues.ts"
import { refusedAnswer } from "./problemAnswer.ts"

/** Header with the token of an approval, sent with the repeated call. */
export const approvalHeader = "approval-token"

/** Other headers that operations read. */
const forwardedHeaders = ["accept", "if-match", "prefer"] as const

/** Handles writes over REST that programs send for users: asks for an approval, or forwards the approved call. */
export const layer = Layer.effect(
  RestApprovals,
  Effect.gen(function*() {
    const approvals = yield* Approvals
    const idempotency = yield* Idempotency
    const { actionOf, consume, forward } = yield* ApprovedCalls

    const decided = Effect.fnUntraced(function*(call: ApprovableCall, action: Action) {
      const { confirmationToken } = call
      if (confirmationToken === undefined) return required(action, yield* approvals.challenge(action, "token"))
      const consumed = yield* consume(confirmationToken, action, "token")
      switch (consumed._tag) {
        case "Approved":
          return yield* forward(call, consumed)
        case "Challenge":
          return required(action, consumed.challenge)
        case "Declined":
          return refusedAnswer(new ApprovalDeclined({ approval_id: consumed.approval_id, note: consumed.note }))
      }
    })

    /** Stored response of a completed request with the same idempotency key. */
    const answeredBefore = Effect.fnUntraced(function*({ input, operation }: ApprovableCall) {
      const { idempotencyKey: key } = input
      if (key === undefined || !isIdempotent(operation.endpoint) || pathIssues(operation, input).length > 0) {
        return Option.none<OperationAnswer>()
      }
      const text = input.body === undefined ? "" : JSON.stringify(input.body)
      const hash = yield* requestHash(yield* CurrentActor, operation.method, urlPathOf(operation, input), text)
      return Option.map(yield* idempotency.answered(key, hash), replayedAnswer)
    })

    const answered = Effect.fn("RestApprovals.answer")(
      function*(call: ApprovableCall) {
        const before = yield* Effect.mapError(answeredBefore(call), refusedAnswer)
        if (Option.isSome(before)) return before.value
        const action = yield* actionOf(call, "rest")
        return yield* Effect.mapError(decided(call, action), refusedAnswer)
      },
      Effect.catch(Effect.succeed),
      withKeptPrices
    )

    return RestApprovals.of({
      handle: Effect.fnUntraced(function*({ identifier }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* Effect.map(sentText(request), readBody)
        if (Option.isNone(body)) return problemResponse(notJson)
        const { headers } = request
        const operation = operationNamed(identifier)
        const answer = yield* answered({
          operation,
          input: {
            pathParams: presentIn(yield* HttpRouter.params),
            query: yield* HttpServerRequest.ParsedSearchParams,
            body: body.value,
            // Other operations ignore the header, so the question must not name it.
            organizationContext: readsContext(operation) ? headers[contextHeader] : undefined,
            idempotencyKey: headers["idempotency-key"],
            headers: presentIn(Object.fromEntries(forwardedHeaders.map((name) => [name, headers[name]])))
          },
          confirmationToken: headers[approvalHeader]
        })
        return responseOf(answer)
      })
    })
  })
).pipe(Layer.provide(ApprovedCalls.layer), Layer.provide(OperationCalls.layer))

/** Request for an approval, as a problem document. */
const required = ({ operation_id, safety }: Action, challenge: Challenge): OperationAnswer =>
  refusedAnswer(
    new ApprovalRequired({
      approval_id: challenge.approval_id,
      operation_id,
      question: challenge.message,
      safety,
      confirmation_token: Redacted.value(challenge.token),
      expires_at: Instant.format(challenge.expires_on),
      approval_url: challenge.approval_url
    })
  )

const replayedAnswer = ({ body, content_type, status: httpStatus }: RecordedAnswer): OperationAnswer => ({
  httpStatus,
  data: content_type === null ? null : body,
  headers: { ...replayedHeader, ...(content_type === null ? {} : { "content-type": content_type }) }
})

/** Parsed JSON of a body, undefined for an empty one. None if it is not JSON. */
const readBody = (text: string): Option.Option<unknown> =>
  text === "" ? Option.some(undefined) : isTooComplex(text) ? Option.none() : parse(text)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const notJson = validationProblem([{
  loc: ["body"],
  msg: "A program that acts for a person must send JSON",
  type: "json_invalid",
  input: null
}])

const presentIn = (members: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined))

const responseOf = ({ data, headers, httpStatus: status }: OperationAnswer) => {
  const { "content-length": _length, "content-type": contentType, ...others } = headers
  const kept: Headers.Input = others
  return data === null
    ? HttpServerResponse.empty({ status, headers: kept })
    : HttpServerResponse.text(typeof data === "string" ? data : JSON.stringify(data), {
      status,
      headers: kept,
      contentType: contentType ?? (status >= 400 ? "application/problem+json" : "application/json")
    })
}
