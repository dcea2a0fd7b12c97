import { Predicate } from "effect"
import { HttpBody, HttpServerResponse } from "effect/http"
import type { HttpSettings } from "../shared/HttpSettings.ts"
import { problemJson } from "../shared/Problem.ts"
import { clientBodies } from "./clientBodies.ts"
import { clientProblem } from "./clientProblem.ts"
import { pagination } from "./pagination.ts"

type Answer = HttpServerResponse.HttpServerResponse
type Json = Readonly<Record<string, unknown>>

/** Part of a request that selects the form of the response. */
interface Request {
  readonly headers: Readonly<Record<string, string | undefined>>
}

/** Adds the members that existing clients read, if the installation or the request asks for them. */
export const inClientForm = (
  answer: Answer,
  { headers }: Request,
  operationId: string | undefined,
  { clientCompatibility }: Pick<HttpSettings, "clientCompatibility">
): Answer => {
  const isPreferred = headers["prefer"]?.includes("envelope=both") === true
  if (!clientCompatibility && !isPreferred) return answer
  const formed = answer.status >= 400 ? asClientProblem(answer) : withBody(answer, operationId)
  return isPreferred
    ? HttpServerResponse.setHeaders(formed, { "preference-applied": "envelope=both", vary: "Prefer" })
    : formed
}

const jsonMediaType = "application/json"

const withBody = (answer: Answer, operationId: string | undefined): Answer => {
  const body = jsonOf(answer, jsonMediaType)
  if (body === undefined) return answer
  const own = operationId === undefined ? undefined : clientBodies[operationId]
  return withJson(answer, withSecondEnvelope(own === undefined ? body : own(body)), jsonMediaType)
}

const withSecondEnvelope = (body: Json): Json => {
  const { items, page, page_size, total } = body
  return Array.isArray(items) && Predicate.isNumber(total) && Predicate.isNumber(page) && Predicate.isNumber(page_size)
    ? { ...body, results: items, pagination: pagination(total, page, page_size) }
    : body
}

const asClientProblem = (answer: Answer): Answer => {
  const body = jsonOf(answer, problemJson)
  if (body === undefined) return answer
  const problem = clientProblem(body)
  return HttpServerResponse.setStatus(withJson(answer, problem, problemJson), Number(problem["status"]))
}

/** JSON object of a response; undefined for other bodies. */
const jsonOf = ({ body }: Answer, mediaType: string): Json | undefined => {
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentType !== mediaType) return undefined
  const value: unknown = JSON.parse(body.text)
  return Predicate.isObject(value) && !Array.isArray(value) ? value : undefined
}

const withJson = (answer: Answer, body: Json, mediaType: string): Answer =>
  HttpServerResponse.setBody(answer, HttpBody.text(JSON.stringify(body), mediaType))
