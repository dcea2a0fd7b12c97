import { Context } from "effect"

/** Response of the client's user to a question. */
export interface Elicited {
  readonly action: "accept" | "decline" | "cancel"
  readonly note: string | undefined
}

/** Context of a tool call, besides its arguments. */
export class ToolCall extends Context.Service<ToolCall, {
  /** True if the client can show a form to its user: approvals then take the multi-round-trip path. */
  readonly elicits: boolean
  /** True for calls to the read-only endpoint. */
  readonly readOnly: boolean
  /** Token of an earlier response, which the client returns. */
  readonly requestState: string | undefined
  /** Response to the question; undefined without one. */
  readonly approval: Elicited | undefined
}>()("@namewright/http/mcp/ToolCall") {}
