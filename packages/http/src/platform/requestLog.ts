import { type Actor, principalReference } from "@namewright/core/shared"
import { type Cause, Effect } from "effect"
import { loggable } from "./requestFailure.ts"

/** Log entry of a request. Query, headers and body are excluded, because they contain secrets. */
export interface RequestLine {
  readonly request_id: string
  readonly method: string
  /** Path template; undefined for an unknown path. */
  readonly route: string | undefined
  readonly status: number
  readonly duration_ms: number
  readonly actor: Actor | undefined
}

/** Writes one line per request. A failure of the platform is logged as an error with its cause. */
export const logRequest = ({ actor, ...line }: RequestLine, failure: Cause.Cause<unknown> | undefined) => {
  const logged = line.status >= 500
    ? failure === undefined ? Effect.logError("Request failed") : Effect.logError("Request failed", loggable(failure))
    : Effect.logInfo("Request answered")
  const caller = actor === undefined ? {} : { principal: principalOf(actor), organization_id: actor.organization_id }
  return Effect.annotateLogs(logged, { ...line, ...caller })
}

const principalOf = ({ principal }: Actor): string => principalReference(principal) ?? "system"
