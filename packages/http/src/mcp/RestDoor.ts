import { Effect, Layer, Option } from "effect"
import { type Headers, HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import { contextHeader } from "../billing/BillingApi.ts"
import { AgentDoor } from "../shared/AgentDoor.ts"
import { nestsTooDeeply } from "../shared/nesting.ts"
import { problemResponse, validationProblem } from "../shared/Problem.ts"
import { ApprovalGate } from "./ApprovalGate.ts"
import { OperationCalls } from "./OperationCalls.ts"
import type { OperationAnswer } from "./OperationCalls.ts"
import { operationNamed } from "./OperationCatalog.ts"

/** The header in which the token of an approval comes back with the identical call. */
export const approvalHeader = "approval-token"

/** Headers that operations read, besides those that have a member of their own. */
const forwardedHeaders = ["accept", "if-match", "prefer"] as const

/** Writes over REST by programs pass the same gate as those of the tool endpoint. */
export const layer = Layer.effect(
  AgentDoor,
  Effect.gen(function*() {
    const gate = yield* ApprovalGate
    return AgentDoor.of({
      answer: Effect.fnUntraced(function*({ identifier }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const body = yield* Effect.map(Effect.orDie(request.text), readBody)
        if (Option.isNone(body)) return problemResponse(notJson)
        const { headers } = request
        const answered = yield* gate.passOverRest({
          operation: operationNamed(identifier),
          input: {
            pathParams: presentIn(yield* HttpRouter.params),
            query: yield* HttpServerRequest.ParsedSearchParams,
            body: body.value,
            organizationContext: headers[contextHeader],
            idempotencyKey: headers["idempotency-key"],
            headers: presentIn(Object.fromEntries(forwardedHeaders.map((name) => [name, headers[name]])))
          },
          confirmationToken: headers[approvalHeader]
        })
        return responseOf(answered)
      })
    })
  })
).pipe(Layer.provide(ApprovalGate.layer), Layer.provide(OperationCalls.layer))

/** The JSON of a body, undefined where it is empty; none for everything else. */
const readBody = (text: string): Option.Option<unknown> =>
  text === "" ? Option.some(undefined) : nestsTooDeeply(text) ? Option.none() : parse(text)

const parse = Option.liftThrowable((text: string): unknown => JSON.parse(text))

const notJson = validationProblem([{
  loc: ["body"],
  msg: "A program that acts for a person sends JSON",
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
