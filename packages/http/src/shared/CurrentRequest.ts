import type { Actor } from "@namewright/core/shared"
import { Context } from "effect"

/**
 * What is found out about a request on its way in and wanted on its way out: for the log, the metrics and the headers
 * of the answer.
 */
export class CurrentRequest extends Context.Service<CurrentRequest, {
  /** Sent as `X-Request-Id`. */
  readonly id: string
  /** Set by authentication. */
  actor: Actor | undefined
  /** Sent with the answer, whatever it is. */
  readonly headers: Record<string, string>
}>()("@namewright/http/shared/CurrentRequest") {}
