import { Context } from "effect"

/** Response of the client's user to a question. */
export interface Elicited {
  readonly action: "accept" | "decline" | "cancel"
  readonly note: string | undefined
}

/** Context of one call of a tool, besides its arguments. */
export class ToolCall extends Context.Service<ToolCall, {
  /** True if the client can show a form to its user: approvals then take the multi-round-trip path. */
  readonly elicits: boolean
  /** True for calls to the endpoint that only reads. */
  readonly readOnly: boolean
  /** The token of an earlier response, which the client sends back. */
  readonly requestState: string | undefined
  /** The response to the question; undefined if there is none. */
  readonly approval: Elicited | undefined
}>()("@namewright/http/mcp/ToolCall") {}
