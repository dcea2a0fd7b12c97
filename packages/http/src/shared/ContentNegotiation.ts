import { Context } from "effect"
import type { Headers } from "effect/http"
import type { HttpApiEndpoint } from "effect/http-api"
import { TransportProblem } from "./TransportProblem.ts"

/**
 * Media types of a download, which is not JSON: `endpoint.annotate(Produces, ["text/csv"])`. Downloads ignore `Accept`,
 * because clients send the header of their JSON requests with every request.
 */
export const Produces = Context.Reference<ReadonlyArray<string>>("@namewright/http/shared/Produces", {
  defaultValue: () => [json]
})

const json = "application/json"

/** Media type of the object form of a list that is otherwise a bare array. Source: REST specification, "Endpoints". */
export const wrappedJson = "application/vnd.wrapped+json"

/** Media types of every endpoint: problems, and the object form of a list. */
const always = ["application/problem+json", wrappedJson]

/** Media type of a `Content-Type` without parameters; undefined if the header is absent. */
export const mediaTypeOf = (contentType: string | undefined): string | undefined =>
  contentType?.split(";", 1)[0]?.trim().toLowerCase()

/** Problem of headers that an endpoint cannot serve; undefined if there is none. */
export const contentNegotiation = (endpoint: HttpApiEndpoint.Top) => {
  const consumed = [...endpoint.payload.keys()]
  const own = Context.get(endpoint.annotations, Produces)
  const isDownload = !own.includes(json)
  const produced = [...own, ...always]
  return (headers: Headers.Headers) => {
    const { accept } = headers
    if (accept !== undefined && !isDownload && !accepts(accept, produced)) {
      return TransportProblem.notAcceptable(`This operation returns ${produced[0]}`)
    }
    const sent = consumed.length === 0 ? undefined : mediaTypeOf(headers["content-type"])
    return sent === undefined || consumed.includes(sent)
      ? undefined
      : TransportProblem.unsupportedMediaType(`This operation reads ${consumed.join(" or ")}`)
  }
}

/** True if an `Accept` header admits one of the types (RFC 9110, section 12.5.1). */
export const accepts = (accept: string, produced: ReadonlyArray<string>): boolean => {
  if (accept === "*/*" || produced.includes(accept)) return true
  const ranges = accept.split(",").map((range) => {
    const [type = "", ...parameters] = range.toLowerCase().split(";").map((part) => part.trim())
    return { type, refused: parameters.some((parameter) => /^q=0(\.0*)?$/.test(parameter)) }
  })
  return produced.some((type) => {
    const fitting = ranges.filter((range) => covers(range.type, type))
    return fitting.length > 0 && !mostSpecific(fitting).refused
  })
}

const covers = (range: string, type: string): boolean =>
  range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)))

const mostSpecific = <R extends { readonly type: string }>(ranges: ReadonlyArray<R>): R =>
  ranges.reduce((best, next) => specificity(next.type) > specificity(best.type) ? next : best)

const specificity = (range: string): number => range === "*/*" ? 0 : range.endsWith("/*") ? 1 : 2
