import type { OrganizationId, Permission } from "@namewright/core/shared"
import { Effect } from "effect"
import { TestPlatform } from "../support/TestPlatform.ts"
import { AgentEndpoint, type Sending } from "./AgentEndpoint.ts"

/** Somebody of an organization, a new one unless it is named, who works through an agent. */
export const agentOf = Effect.fnUntraced(function*(
  options: { readonly of?: OrganizationId; readonly rights?: ReadonlyArray<Permission>; readonly credit?: number } = {}
) {
  const { fetch, organization, person } = yield* TestPlatform
  const { call, rpc } = yield* AgentEndpoint
  const owner = options.of ?? (yield* organization({ credit: options.credit }))
  const token = yield* person(owner, options.rights === undefined ? {} : { rights: options.rights })
  return {
    organization: owner,
    token,
    /** Calls a tool, and gives its result. */
    call: (name: string, input: object = {}, more: Sending & { readonly params?: object } = {}) =>
      call(token, name, input, more),
    /** Calls a tool, and gives what it answers to the agent. */
    content: (name: string, input: object = {}, more: Sending & { readonly params?: object } = {}) =>
      Effect.map(call(token, name, input, more), (result) => result.structuredContent),
    list: (path: "/mcp" | "/mcp/readonly" = "/mcp") =>
      Effect.map(rpc("tools/list", {}, { token, path }), ({ body }) => body.result.tools as ReadonlyArray<any>),
    /** The same person over REST. */
    rest: (method: string, path: string, body?: unknown) => fetch(method, path, body, { token })
  }
})
