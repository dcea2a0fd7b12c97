import { Context, Predicate } from "effect"
import { HttpBody, type HttpServerRequest, HttpServerResponse } from "effect/http"
import { ClientFields, ClientText, pagination, WrappedAs } from "../shared/AnswerForms.ts"
import { wrappedJson } from "../shared/ContentNegotiation.ts"
import type { HttpSettings } from "../shared/HttpSettings.ts"
import { type ProblemBody, problemJson } from "../shared/Problem.ts"
import { clientProblem } from "./clientProblem.ts"
import { operations } from "./operations.ts"

type Answer = HttpServerResponse.HttpServerResponse

/** The route that answered, as far as its form depends on it. */
interface Route {
  readonly method: string
  readonly path: string
}

/**
 * Gives an answer the form that the caller or the installation wants: the members that existing clients read beside
 * the specification's own, or the object form of a bare list. Every other answer stays as it is.
 */
export const inAnswerForm = (
  answer: Answer,
  { headers, url }: HttpServerRequest.HttpServerRequest,
  route: Route | undefined,
  { clientCompatibility }: HttpSettings
): Answer => {
  const preferred = headers["prefer"]?.includes("envelope=both") === true
  const wrapped = headers["accept"]?.includes(wrappedJson) === true
  if (!clientCompatibility && !preferred && !wrapped && !url.includes("wrap=")) return answer
  const annotations = route === undefined ? undefined : operations.get(`${route.method} ${route.path}`)?.annotations
  const wrap = annotations === undefined ? undefined : Context.get(annotations, WrappedAs)
  if (wrap !== undefined && answer.status < 300 && (wrapped || /[?&]wrap=(?:true|1)(?:&|$)/.test(url))) {
    return withText(answer, (text) => JSON.stringify(wrap(JSON.parse(text))), wrapped ? wrappedJson : undefined)
  }
  if (!clientCompatibility && !preferred) return answer
  const fields = annotations === undefined ? undefined : Context.get(annotations, ClientFields)
  const own = annotations === undefined ? undefined : Context.get(annotations, ClientText)
  const both = answer.status >= 400
    ? asClientProblem(answer)
    : withText(answer, inTurn(own, withListFields(fields)))
  return preferred
    ? HttpServerResponse.setHeaders(both, { "preference-applied": "envelope=both", vary: "Prefer" })
    : both
}

/** The setting that the form of a problem depends on, where no request header is known. */
export type ProblemForm = Pick<HttpSettings, "clientCompatibility">

/** A problem as text, where no route answers. */
export const problemText = (problem: ProblemBody, { clientCompatibility }: ProblemForm): string =>
  JSON.stringify(clientCompatibility ? clientProblem(problem) : problem)

type Rewrite = (text: string) => string

const inTurn = (first: Rewrite | undefined, second: Rewrite): Rewrite =>
  first === undefined ? second : (text) => second(first(text))

/** Rewrites the text of a JSON answer; any other answer stays as it is. */
const withText = (answer: Answer, rewrite: (text: string) => string, contentType?: string): Answer => {
  const { body } = answer
  if (body._tag !== "Uint8Array" || body.text === undefined || !body.contentType.endsWith("json")) return answer
  return HttpServerResponse.setBody(answer, HttpBody.text(rewrite(body.text), contentType ?? body.contentType))
}

const listEnd = /\],"total":(\d+),"page":(\d+),"page_size":(\d+)\}$/

/** A list's array is encoded once and written twice; other objects are read and written again. */
const withListFields = (fields: Context.Service.Shape<typeof ClientFields>) => (text: string): string => {
  const end = text.startsWith(`{"items":[`) ? listEnd.exec(text.slice(-120)) : null
  if (end === null) return fields === undefined ? text : withFields(text, fields)
  const [matched, total, page, size] = end
  const array = text.slice(`{"items":`.length, text.length - matched.length + 1)
  const envelope = JSON.stringify(pagination(Number(total), Number(page), Number(size)))
  return `${text.slice(0, -1)},"results":${array},"pagination":${envelope}}`
}

/** A problem as existing clients read it; any other answer stays as it is. */
const asClientProblem = (answer: Answer): Answer => {
  const { body } = answer
  if (body._tag !== "Uint8Array" || body.text === undefined || body.contentType !== problemJson) return answer
  const problem = clientProblem(JSON.parse(body.text))
  const formed = HttpServerResponse.setBody(answer, HttpBody.text(JSON.stringify(problem), problemJson))
  return HttpServerResponse.setStatus(formed, Number(problem["status"]))
}

const withFields = (text: string, fields: (body: Record<string, unknown>) => Record<string, unknown>): string => {
  const body: unknown = JSON.parse(text)
  return Predicate.isObject(body) ? JSON.stringify({ ...body, ...fields(body) }) : text
}
