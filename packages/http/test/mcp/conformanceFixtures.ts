import {
  inputRequired,
  inputResponse,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  type ServerContext
} from "@modelcontextprotocol/server"
import { Predicate } from "effect"
import { createHmac } from "node:crypto"
import type { Extension } from "../../src/mcp/protocol.ts"

/** A picture of one pixel, and a sound of no length. */
const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=="
const silence = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="

const text = (value: string) => ({ type: "text" as const, text: value })
const image = { type: "image" as const, data: pixel, mimeType: "image/png" }
const audio = { type: "audio" as const, data: silence, mimeType: "audio/wav" }
const resource = (uri: string, mimeType: string, content: string) => ({
  type: "resource" as const,
  resource: { uri, mimeType, text: content }
})

const said = (
  ...content: ReadonlyArray<ReturnType<typeof text> | typeof image | typeof audio | ReturnType<typeof resource>>
) => ({
  content: [...content]
})

const form = (message: string, name: string) =>
  inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties: { [name]: { type: "string" } }, required: [name] }
  })

const askConsent = inputRequired.elicit({
  message: "Please confirm",
  requestedSchema: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] }
})

const sampling = (question: string) =>
  inputRequired.createMessage({ messages: [{ role: "user", content: text(question) }], maxTokens: 100 })

const signed = (state: string) => `${state}.${createHmac("sha256", "conformance").update(state).digest("hex")}`

/** The state that a client sends back, or a refusal of one that was tampered with. */
const stateOf = ({ mcpReq }: ServerContext): string | undefined => {
  const state: unknown = mcpReq.requestState()
  if (!Predicate.isString(state)) return undefined
  const [value = ""] = state.split(".")
  if (signed(value) !== state) throw new ProtocolError(ProtocolErrorCode.InvalidParams, "The state was tampered with")
  return value
}

const isAnswered = ({ mcpReq }: ServerContext, key: string): boolean =>
  inputResponse(mcpReq.inputResponses, key).kind !== "missing"

const capabilitiesOf = ({ mcpReq }: ServerContext): Readonly<Record<string, unknown>> => {
  const key = "io.modelcontextprotocol/clientCapabilities"
  const { envelope } = mcpReq
  return Predicate.hasProperty(envelope, key) && Predicate.isObject(envelope[key]) ? envelope[key] : {}
}

const progressing = async ({ mcpReq }: ServerContext) => {
  const token = mcpReq._meta?.progressToken
  for (const progress of token === undefined ? [] : [0, 50, 100]) {
    await mcpReq.notify({
      method: "notifications/progress",
      params: { progressToken: token ?? "", progress, total: 100 }
    })
  }
  return said(text("Done"))
}

const askName = form("What is your name?", "name")

const rounds = (context: ServerContext) => {
  const state = stateOf(context)
  if (state === "two" && isAnswered(context, "step2")) return said(text("All steps are done"))
  return state === "one" && isAnswered(context, "step1")
    ? inputRequired({
      inputRequests: { step2: form("Step 2: What is your favorite color?", "color") },
      requestState: signed("two")
    })
    : inputRequired({
      inputRequests: { step1: form("Step 1: What is your name?", "name") },
      requestState: signed("one")
    })
}

const severalRequests = {
  user_name: askName,
  greeting: sampling("Generate a greeting"),
  client_roots: inputRequired.listRoots()
}

/** Asks for one thing, with a state where that is wanted, and is content with any answer. */
const once =
  (key: string, request: ReturnType<typeof form | typeof sampling | typeof inputRequired.listRoots>, state?: string) =>
  (context: ServerContext) => {
    const returned = stateOf(context)
    if (isAnswered(context, key) && returned === state) return said(text(state ?? "answered"))
    return inputRequired({
      inputRequests: { [key]: request },
      ...(state === undefined ? {} : { requestState: signed(state) })
    })
  }

type Run = (
  context: ServerContext
) => ReturnType<typeof said> | ReturnType<typeof inputRequired> | Promise<ReturnType<typeof said>>

const tools: Readonly<Record<string, Run>> = {
  test_simple_text: () => said(text("This is a simple text response for testing.")),
  test_image_content: () => said(image),
  test_audio_content: () => said(audio),
  test_embedded_resource: () =>
    said(resource("test://embedded-resource", "text/plain", "This is an embedded resource content.")),
  test_multiple_content_types: () =>
    said(
      text("Multiple content types test:"),
      image,
      resource("test://mixed-content-resource", "application/json", "{\"test\":\"data\",\"value\":123}")
    ),
  test_error_handling: () => ({
    ...said(text("This tool intentionally returns an error for testing")),
    isError: true
  }),
  test_tool_with_progress: progressing,
  test_missing_capability: (context) => {
    if (capabilitiesOf(context)["sampling"] === undefined) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } })
    }
    return said(text("The client can sample"))
  },
  test_streaming_elicitation: once("user_name", askName),
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log("info", "Only for those who ask for it")
    return said(text("Logged"))
  },
  test_input_required_result_elicitation: once("user_name", askName),
  test_input_required_result_sampling: once("capital_question", sampling("What is the capital of France?")),
  test_input_required_result_list_roots: once("client_roots", inputRequired.listRoots()),
  test_input_required_result_request_state: once("confirm", askConsent, "state-ok"),
  test_input_required_result_tampered_state: once("confirm", askConsent, "kept"),
  test_input_required_result_multi_round: rounds,
  test_input_required_result_multiple_inputs: (context) =>
    stateOf(context) === "several" && Object.keys(severalRequests).every((key) => isAnswered(context, key))
      ? said(text("All answered"))
      : inputRequired({ inputRequests: severalRequests, requestState: signed("several") }),
  test_input_required_result_capabilities: (context) => {
    const declared = capabilitiesOf(context)
    return inputRequired({
      inputRequests: {
        ...(declared["elicitation"] === undefined ? {} : { user_name: askName }),
        ...(declared["sampling"] === undefined ? {} : { greeting: sampling("Generate a greeting") })
      }
    })
  }
}

const user = <C>(content: C) => ({ role: "user" as const, content })

const promptNames = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ["arg1", "arg2"],
  test_prompt_with_embedded_resource: ["resourceUri"],
  test_prompt_with_image: [],
  test_input_required_result_prompt: []
} as const satisfies Record<string, ReadonlyArray<string>>

const promptOf = (name: string, given: Readonly<Record<string, string>>, context: ServerContext) => {
  switch (name) {
    case "test_simple_prompt":
      return { messages: [user(text("This is a simple prompt for testing."))] }
    case "test_prompt_with_arguments":
      return { messages: [user(text(`Prompt with arguments: arg1='${given["arg1"]}', arg2='${given["arg2"]}'`))] }
    case "test_prompt_with_embedded_resource":
      return {
        messages: [
          user(resource(given["resourceUri"] ?? "", "text/plain", "Embedded resource content for testing.")),
          user(text("Please process the embedded resource above."))
        ]
      }
    case "test_prompt_with_image":
      return { messages: [user(image), user(text("Please analyze the image above."))] }
    case "test_input_required_result_prompt":
      return isAnswered(context, "user_context")
        ? { messages: [user(text("With your context"))] }
        : inputRequired({ inputRequests: { user_context: form("What context should the prompt use?", "context") } })
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}`)
  }
}

const contentOf = (uri: string) => {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? []
  if (id !== undefined) {
    const data = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { uri, mimeType: "application/json", text: data }
  }
  switch (uri) {
    case "test://static-text":
      return { uri, mimeType: "text/plain", text: "This is the content of the static text resource." }
    case "test://static-binary":
      return { uri, mimeType: "image/png", blob: pixel }
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no resource ${uri}`, { uri })
  }
}

const register = (server: Server): void => {
  server.setRequestHandler("tools/list", () => ({
    tools: Object.keys(tools).map((name) => ({
      name,
      description: `${name} of the suite`,
      inputSchema: { type: "object" as const }
    }))
  }))
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const run = tools[params.name]
    if (run === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}`)
    return run(context)
  })
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(promptNames).map(([name, names]) => ({
      name,
      description: `${name} of the suite`,
      arguments: names.map((argument) => ({ name: argument, required: true }))
    }))
  }))
  server.setRequestHandler(
    "prompts/get",
    ({ params }, context) => promptOf(params.name, params.arguments ?? {}, context)
  )
  server.setRequestHandler("resources/list", () => ({
    resources: [
      { uri: "test://static-text", name: "Static text", mimeType: "text/plain" },
      { uri: "test://static-binary", name: "Static picture", mimeType: "image/png" }
    ]
  }))
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "Template", mimeType: "application/json" }]
  }))
  server.setRequestHandler("resources/read", ({ params }) => ({ contents: [contentOf(params.uri)] }))
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }))
}

/** Fixtures that the conformance suite needs, in addition to the protocol. */
export const conformanceFixtures: Extension = {
  capabilities: { prompts: {}, resources: {}, completions: {}, logging: {} },
  register
}
