import { AuthorityFailed } from "@namewright/core/certificates"
import { Option, Schema } from "effect"
import type { HttpsResponse } from "./httpsExchange.ts"

const prefix = "urn:ietf:params:acme:error:"

const readProblem = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({
    type: Schema.optionalKey(Schema.String),
    detail: Schema.optionalKey(Schema.String),
    subproblems: Schema.optionalKey(Schema.Array(Schema.Struct({ detail: Schema.optionalKey(Schema.String) })))
  }))
)

/** A refusal by an ACME server. Source: RFC 8555, section 6.7. */
export class AcmeProblem extends Error {
  override readonly name = "AcmeProblem"
  readonly status: number
  /** Type without the prefix of ACME, such as `rateLimited`; empty if the response has none. */
  readonly type: string
  /** Seconds of `Retry-After`; null without a usable one. */
  readonly retry_after: number | null

  constructor(response: HttpsResponse, now: number) {
    const problem = Option.getOrElse(readProblem(response.body), () => ({ type: "", detail: "", subproblems: [] }))
    const details = [problem.detail, ...(problem.subproblems ?? []).map(({ detail }) => detail)].filter(Boolean)
    super(details.length === 0 ? `The authority answered with status ${response.status}` : details.join("; "))
    this.status = response.status
    this.type = problem.type?.startsWith(prefix) === true ? problem.type.slice(prefix.length) : ""
    this.retry_after = retryAfterSeconds(response.headers["retry-after"], now)
  }
}

/** Seconds of a `Retry-After` header, which is a number of seconds or a date. */
export const retryAfterSeconds = (header: string | undefined, now: number): number | null => {
  if (header === undefined) return null
  if (/^\d{1,9}$/.test(header)) return Number(header)
  const time = Date.parse(header)
  return Number.isNaN(time) ? null : Math.max(0, Math.ceil((time - now) / 1000))
}

/** Longest stored message in characters. */
const messageLength = 1_000

/** The failure of a call. Anything but a refusal leaves the outcome unknown. */
export const authorityFailed = (cause: unknown): AuthorityFailed => {
  const message = (cause instanceof Error ? cause.message : String(cause)).replaceAll("\0", "\ufffd").slice(
    0,
    messageLength
  )
  if (!(cause instanceof AcmeProblem)) return new AuthorityFailed({ reason: "unavailable", message })
  const { retry_after, status, type } = cause
  if (type === "rateLimited") return new AuthorityFailed({ reason: "rateLimited", message, retry_after })
  const isAway = status === 429 || status >= 500
  return new AuthorityFailed({ reason: isAway ? "unavailable" : "refused", message, retry_after })
}
