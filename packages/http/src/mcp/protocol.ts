import {
  CLIENT_CAPABILITIES_META_KEY,
  createMcpHandler,
  inputRequired,
  inputResponse,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool as ListedTool,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"
import { Context, Predicate } from "effect"
import { OpenApi } from "effect/http-api"
import { PlatformApi } from "../PlatformApi.ts"
import type { Tool, ToolAnswer } from "./Tool.ts"
import type { Elicited, ToolCall } from "./ToolCall.ts"

/** An admitted request: its tools and the function that runs them. */
export interface Exchange {
  readonly tools: ReadonlyArray<Tool>
  readonly readOnly: boolean
  /** Runs a tool until it ends or the client disconnects. */
  readonly run: (tool: Tool, input: unknown, call: ToolCall["Service"], signal: AbortSignal) => Promise<ToolAnswer>
}

/** Additions of a host to each server: capabilities with their handlers. */
export interface Extension {
  readonly capabilities: Readonly<Record<string, object>>
  readonly register: (server: Server) => void
}

/** The protocol in all its revisions, for admitted requests with a parsed body. */
export interface Protocol {
  readonly answer: (request: Request, body: unknown, exchange: Exchange) => Promise<Response>
  readonly close: () => Promise<void>
}

const instructions =
  "Domains, DNS zones and contacts of one account. Use portfolio_summary and portfolio_query to look at domains. Everything else: search_operations, then call_operation. Changes need the user's approval; for many domains use bulk_preview, then bulk_submit, which carry on without this conversation."

/** Version of the interface, which is the one that changes for agents. */
const version = Context.getOrElse(PlatformApi.annotations, OpenApi.Version, () => "1")

const day = 86_400_000

/** No revision has sessions: each request gets a server of its own. */
export const makeProtocol = (extension?: Extension): Protocol => {
  const exchanges = new WeakMap<Request, Exchange>()

  const serverFor = (exchange: Exchange): Server => {
    const server = new Server({ name: "namewright", title: "Namewright", version }, {
      capabilities: { tools: {}, ...extension?.capabilities },
      instructions,
      // An older client gets a token in the result, because an elicitation would need a session.
      inputRequired: { legacyShim: false },
      cacheHints: {
        "server/discover": { ttlMs: day, cacheScope: "public" },
        "tools/list": { ttlMs: day / 24, cacheScope: "public" }
      }
    })
    server.setRequestHandler("tools/list", () => ({ tools: exchange.tools.map(listed) }))
    server.setRequestHandler("tools/call", async ({ params }, context) => {
      const tool = exchange.tools.find(({ name }) => name === params.name)
      if (tool === undefined) {
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
      }
      const { signal } = context.mcpReq
      return resultOf(await exchange.run(tool, params.arguments, callOf(exchange, context), signal))
    })
    extension?.register(server)
    return server
  }

  const modern = createMcpHandler(({ requestInfo }) => {
    const exchange = requestInfo === undefined ? undefined : exchanges.get(requestInfo)
    if (exchange === undefined) throw new Error("The request has not been admitted")
    return serverFor(exchange)
  }, { legacy: "reject", maxSubscriptions: 100 })

  /** Revisions before 2026-07-28, in plain JSON. */
  const legacy = async (request: Request, parsedBody: unknown, exchange: Exchange): Promise<Response> => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true })
    const server = serverFor(exchange)
    await server.connect(transport)
    const end = () => void server.close()
    request.signal.addEventListener("abort", end, { once: true })
    try {
      return await transport.handleRequest(request, { parsedBody })
    } finally {
      queueMicrotask(end)
    }
  }

  return {
    answer: async (request, body, exchange) => {
      exchanges.set(request, exchange)
      return await isLegacyRequest(request, body)
        ? legacy(request, body, exchange)
        : modern.fetch(request, { parsedBody: body })
    },
    close: modern.close
  }
}

const listed = ({ annotations, description, name, schemas, title }: Tool): ListedTool => {
  const { inputSchema, outputSchema } = schemas()
  return {
    name,
    title,
    description,
    inputSchema: inputSchema as ListedTool["inputSchema"],
    outputSchema: outputSchema as NonNullable<ListedTool["outputSchema"]>,
    annotations: { ...annotations, openWorldHint: false }
  }
}

/** Form with the optional note of a decision. */
const approvalForm = {
  type: "object",
  properties: { note: { type: "string", title: "Note", description: "Kept with the approval", maxLength: 1000 } }
} as const

const resultOf = (answered: ToolAnswer) => {
  if (answered._tag === "AskApproval") {
    const { message, requestState } = answered
    return inputRequired({
      inputRequests: { approval: inputRequired.elicit({ message, requestedSchema: approvalForm }) },
      requestState
    })
  }
  const { content, isError = false } = answered
  return {
    content: [{ type: "text" as const, text: JSON.stringify(content) }],
    structuredContent: content,
    ...(isError ? { isError } : {})
  }
}

const callOf = ({ readOnly }: Exchange, { mcpReq }: ServerContext): ToolCall["Service"] => {
  const state: unknown = mcpReq.requestState()
  return {
    elicits: asksByForm(mcpReq.envelope),
    readOnly,
    requestState: Predicate.isString(state) ? state : undefined,
    approval: elicited(inputResponse(mcpReq.inputResponses, "approval"))
  }
}

/** True if the client supports forms, which are the default kind of elicitation. */
const asksByForm = (envelope: unknown): boolean => {
  const capabilities = Predicate.hasProperty(envelope, CLIENT_CAPABILITIES_META_KEY)
    ? envelope[CLIENT_CAPABILITIES_META_KEY]
    : undefined
  const elicitation = Predicate.hasProperty(capabilities, "elicitation") ? capabilities.elicitation : undefined
  return Predicate.isObject(elicitation) && ("form" in elicitation || !("url" in elicitation))
}

const elicited = (response: ReturnType<typeof inputResponse>): Elicited | undefined => {
  if (response.kind !== "elicit") return undefined
  const note = response.action === "accept" ? response.content?.["note"] : undefined
  return { action: response.action, note: Predicate.isString(note) && note.trim() !== "" ? note : undefined }
}
