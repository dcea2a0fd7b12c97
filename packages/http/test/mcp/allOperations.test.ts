import { assert, describe, layer } from "@effect/vitest"
import { covers, type Permission, permissions } from "@namewright/core/shared"
import { Effect, Layer } from "effect"
import { urlOf } from "../../src/platform/OperationCalls.ts"
import { type Operation, operationCatalog } from "../../src/platform/OperationCatalog.ts"
import { collectedEvents, eventStreamType } from "../../src/shared/eventStream.ts"
import { type OperationSample, operationSamples } from "../platform/operationSamples.ts"
import { OwnedObjects, sampleParameters } from "../platform/OwnedObjects.ts"
import { type Answer } from "../support/inProcess.ts"
import { agentOf } from "./agent.ts"
import { AgentEndpoint } from "./AgentEndpoint.ts"

type Values = Readonly<Record<string, string>>

/** The arguments of a call, with a body that the operation accepts. */
const callOf = ({ operationId, pathParams }: Operation, values: Values) => {
  const { body, query }: OperationSample = operationSamples[operationId] ?? {}
  return {
    operationId,
    pathParams: Object.fromEntries(pathParams.map((name) => [name, values[name] ?? ""])),
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(body === undefined ? {} : { body })
  }
}

type Agent = Effect.Success<ReturnType<typeof agentOf>>

/** The same call over REST. */
const rest = (agent: Agent, operation: Operation, call: ReturnType<typeof callOf>) =>
  agent.rest(operation.method, urlOf(operation, call), call.body)

const formless = { capabilities: {} }

/** What the tool answers, after an approval where one is needed. */
const called = Effect.fnUntraced(function*(agent: Agent, call: ReturnType<typeof callOf>) {
  const first = yield* agent.content("call_operation", call, formless)
  if (first.status !== "confirmation_required") return first
  const { confirmationToken } = first
  return yield* agent.content("call_operation", { ...call, confirmationToken }, formless)
})

/** A result with all parts that it was cut into. */
const whole = Effect.fnUntraced(function*(agent: Agent, call: ReturnType<typeof callOf>) {
  const first = yield* agent.content("call_operation", call)
  if (first.next === undefined) return first
  const list = Object.keys(first.data).find((name) => Array.isArray(first.data[name])) ?? ""
  const items: Array<unknown> = [...first.data[list]]
  for (let next = first.next; next !== undefined;) {
    const part = yield* agent.content("call_operation", next)
    assert.isTrue(part.truncated)
    assert.isNotEmpty(part.data[list])
    items.push(...part.data[list])
    next = part.next
  }
  return { ...first, data: { ...first.data, [list]: items } }
})

/** Data of a result as in REST; a file is described and not shown. */
const bodyOf = (answer: Answer) => {
  const type = answer.headers.get("content-type") ?? ""
  return answer.body === undefined
    ? null
    : type === eventStreamType
    ? collectedEvents(answer.body)
    : /json|^text\//.test(type)
    ? answer.body
    : { content_type: type, bytes: answer.bytes.length }
}

const allBut = (missing: Permission) => permissions.filter((one) => !covers(new Set([one]), missing))

/** Bodies for operations that accept an empty one. */
const wrongMembers: Readonly<Record<string, object>> = {
  updateCredential: { api_key_name: 1 },
  updateUser: { first_name: 1 },
  updateOrganization: { name: 1 },
  updateOrganizationLimits: { domains: -1 },
  updateRole: { name: 1 },
  updateIpRestriction: { ip_network: 1 },
  applyForProduct: { note: 1 },
  updateWhitelabel: { label: 1 },
  recheckWhitelabel: { hostname: 1 },
  replaceBrandingDocument: { brand: 1 },
  saveBrandingDocument: { brand: 1 },
  updateTag: { label: 1 },
  updateContactAttributeSet: { label: 1 },
  changeTagObjects: { add: 1 },
  replaceZoneRrsets: { rrsets: 1 },
  updateDomain: { renewal_mode: 1 },
  restoreDomain: { expected_price: "free" },
  assignVanitySet: { vanity_nameserver_set_id: 1 },
  updateWebhook: { url: 1 },
  rotateWebhookSecret: { previous_valid_hours: -1 },
  createReport: { report_type: 1 }
}

const reads = operationCatalog.filter(({ safety }) => safety.read)
/** A part of the reason for which a program cannot call an operation, approved or not. */
const reasonOf = ({ rules: { caller } }: Operation) =>
  caller === "person"
    ? "programs and keys are refused"
    : caller === "notAgent"
    ? "Agents cannot change the policy for agents"
    : undefined
const closedOperations = operationCatalog.filter((operation) => reasonOf(operation) !== undefined)
const writes = operationCatalog.filter((operation) => !operation.safety.read && !closedOperations.includes(operation))
const guarded = operationCatalog.flatMap((operation) =>
  operation.rights.map((right) => ({ id: operation.operationId, operation, right }))
)

layer(OwnedObjects.layer.pipe(Layer.provideMerge(AgentEndpoint.layer)))("call_operation", (it) => {
  describe("returns the response of REST for existing objects", () => {
    it.effect.each(reads)("$operationId", (operation) =>
      Effect.gen(function*() {
        const objects = yield* OwnedObjects
        const agent = yield* agentOf({ of: objects["organization_id"] as never })
        const call = callOf(operation, { ...sampleParameters, ...objects })
        const expected = yield* rest(agent, operation, call)
        const { data, httpStatus, operationId } = yield* whole(agent, call)
        assert.deepStrictEqual([operationId, httpStatus], [operation.operationId, expected.status])
        assert.deepStrictEqual(data, bodyOf(expected))
      }))
  })

  describe("returns the response of REST for missing objects", () => {
    const addressed = [...reads, ...writes].filter(({ pathParams }) => pathParams.length > 0)
    it.effect.each(addressed)("$operationId", (operation) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const call = callOf(operation, sampleParameters)
        const expected = yield* rest(agent, operation, call)
        const { data, httpStatus } = yield* called(agent, call)
        assert.strictEqual(httpStatus, expected.status, JSON.stringify(data))
        assert.deepStrictEqual(data, bodyOf(expected))
      }))
  })

  describe("refuses operations that programs never call, without a question", () => {
    it.effect.each(closedOperations)("$operationId", (operation) =>
      Effect.gen(function*() {
        const agent = yield* agentOf()
        const { data, httpStatus } = yield* agent.content("call_operation", callOf(operation, sampleParameters))
        assert.deepStrictEqual([httpStatus, data.code], [403, "ERROR_PERMISSION_DENIED"])
        assert.include(data.detail, reasonOf(operation))
      }))
  })

  describe("refuses like REST, without a question, if a permission is missing", () => {
    it.effect.each(guarded)("$id without $right", ({ operation, right }) =>
      Effect.gen(function*() {
        const agent = yield* agentOf({ rights: allBut(right) })
        const call = callOf(operation, sampleParameters)
        const expected = yield* rest(agent, operation, call)
        const { data, httpStatus } = yield* agent.content("call_operation", call)
        assert.deepStrictEqual([httpStatus, expected.status], [403, 403], JSON.stringify(data))
        assert.deepStrictEqual(data, expected.body)
      }))
  })

  describe("refuses like REST, without a question, if a body is invalid", () => {
    it.effect.each(writes.filter(({ endpoint }) => endpoint.payload.size > 0))(
      "$operationId",
      (operation) =>
        Effect.gen(function*() {
          const agent = yield* agentOf()
          const body = wrongMembers[operation.operationId] ?? {}
          const call = { ...callOf(operation, sampleParameters), body }
          const expected = yield* rest(agent, operation, call)
          const { data, httpStatus } = yield* agent.content("call_operation", call)
          assert.deepStrictEqual([httpStatus, expected.status], [422, 422], JSON.stringify(expected.body))
          assert.deepStrictEqual(data, expected.body)
        })
    )
  })
})
