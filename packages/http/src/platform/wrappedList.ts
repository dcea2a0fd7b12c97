import { Context } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { wrappedJson } from "../shared/ContentNegotiation.ts"
import { WrappedAs } from "../shared/WrappedAs.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** Object form of a bare list, if the request asks for it. Undefined for any other response. */
export const wrappedList = (
  answer: Answer,
  { headers, url }: HttpServerRequest.HttpServerRequest,
  operation: HttpApiEndpoint.Top | undefined
): Answer | undefined => {
  const isAccepted = headers["accept"]?.includes(wrappedJson) === true
  if (!isAccepted && !/[?&]wrap=(?:true|1)(?:&|$)/.test(url)) return undefined
  const wrap = operation === undefined ? undefined : Context.get(operation.annotations, WrappedAs)
  const { body } = answer
  if (wrap === undefined || answer.status >= 300 || body._tag !== "Uint8Array" || body.text === undefined) {
    return undefined
  }
  const text = JSON.stringify(wrap(JSON.parse(body.text)))
  return HttpServerResponse.setBody(answer, HttpBody.text(text, isAccepted ? wrappedJson : body.contentType))
}
