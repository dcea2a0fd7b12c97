import { type NewRequestRecord, type RequestMethod, unknownAddress } from "@namewright/core/archive"
import { performerOf } from "@namewright/core/objectlog"
import { type Actor, maskedSecrets, secretMembers } from "@namewright/core/shared"
import { DateTime } from "effect"
import type { HttpServerRequest, HttpServerResponse } from "effect/http"
import type { CurrentRequest } from "../shared/CurrentRequest.ts"

/** Largest body in the history, in characters. Source: gaps of the REST specification, "Archive and audit". */
const largestBody = 16 * 1024

/** Operations whose bodies are never kept. */
const authenticationPath = "/v1/auth/"

/** Secret members of responses, besides those that requests have too; a test compares them with the schemas. */
export const hiddenMembers: ReadonlySet<string> = new Set([...secretMembers, "access_token", "api_key", "secret"])

/** Value of a secret in the history. */
const mask = "********"

/** A request that was answered. Times are milliseconds since 1970. */
export interface AnsweredRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly answer: HttpServerResponse.HttpServerResponse
  readonly current: CurrentRequest["Service"]
  readonly actor: Actor
  readonly started: number
  readonly duration: number
}

/** The request as the history keeps it. */
export const requestRecord = (
  { actor, answer, current, duration, request, started }: AnsweredRequest
): NewRequestRecord => {
  const [path = ""] = request.url.split("?", 1)
  const kept = !path.startsWith(authenticationPath)
  const isPlainRead = request.method === "GET" && answer.status < 400
  return {
    server_request_id: current.id,
    organization_id: actor.organization_id,
    method: request.method as RequestMethod,
    path,
    status_code: answer.status,
    duration: Math.round(duration * 1000) / 1000,
    client_ip: actor.client_address ?? unknownAddress,
    ...performerOf(actor.principal, actor.organization_id),
    request_body: kept ? shownBody(current.body) : null,
    response_body: kept && !isPlainRead ? shownBody(textOf(answer)) : null,
    request_started_at: DateTime.makeUnsafe(started),
    request_completed_at: DateTime.makeUnsafe(started + Math.round(duration))
  }
}

const textOf = ({ body }: HttpServerResponse.HttpServerResponse): string | undefined =>
  body._tag === "Uint8Array" ? body.text : undefined

/** A text that may have a secret member. The name of a member can be written with escapes. */
const mayHoldSecret = new RegExp(`"(?:${[...hiddenMembers].join("|")})"|\\\\u`)

/** A text that may have a number beyond those of JavaScript, such as `1e999`. It is null in the history. */
const mayOverflow = /\d{200}|e\+?\d{3}/i

/** An object or an array with masked secrets. Null for every other text. */
const shownBody = (text: string | undefined): string | null => {
  if (text === undefined || text.length > largestBody || !/^\s*[{[]/.test(text)) return null
  try {
    const body: unknown = JSON.parse(text)
    return mayHoldSecret.test(text) || mayOverflow.test(text)
      ? JSON.stringify(maskedSecrets(body, mask, hiddenMembers))
      : text
  } catch {
    return null
  }
}
