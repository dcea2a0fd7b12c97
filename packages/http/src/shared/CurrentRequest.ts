import type { Actor } from "@namewright/core/shared"
import { Context } from "effect"
import type { HttpRouter } from "effect/http"

/** Data of a request for the log, the metrics and the headers of its response. */
export class CurrentRequest extends Context.Service<CurrentRequest, {
  /** Request id, sent as `X-Request-Id`. */
  readonly id: string
  /** Route that has answered the request; undefined before, and for an unknown path. */
  route: HttpRouter.Route<unknown, unknown> | undefined
  /** Caller, set by authentication. */
  actor: Actor | undefined
  /** Text of the body, once it was read. */
  body: string | undefined
  /** Headers of the response, for every status. */
  readonly headers: Record<string, string>
}>()("@namewright/http/shared/CurrentRequest") {}
