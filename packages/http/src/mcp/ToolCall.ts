import { Context } from "effect"

/** What the person behind the client answered to a question. */
export interface Elicited {
  readonly action: "accept" | "decline" | "cancel"
  readonly note: string | undefined
}

/** One call of a tool, as far as it is not its arguments: what the client can do, and what it brings from an earlier try. */
export class ToolCall extends Context.Service<ToolCall, {
  /** Whether the client can put a form before its user: approvals then take the multi-round-trip path. */
  readonly elicits: boolean
  /** Whether the call came in at the endpoint that only reads. */
  readonly readOnly: boolean
  /** The token that an earlier answer asked to be sent back. */
  readonly requestState: string | undefined
  /** The answer to the approval that was asked for; undefined where none came back. */
  readonly approval: Elicited | undefined
}>()("@namewright/http/mcp/ToolCall") {}
